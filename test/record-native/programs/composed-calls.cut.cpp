// StringBuffer.append: each method of the other buffer takes its lock, and between two of them somebody shortens it.
#include "suite.h"
#include <foretrace/annotate.h>
#include <mutex>

struct buffer {
  std::mutex lock;
  int count = 3;
  int length() {
    std::lock_guard<std::mutex> held(lock);
    return count;
  }
  void shorten() {
    std::lock_guard<std::mutex> held(lock);
    count = 0;
  }
};

buffer other;
int copied;

static void *append(void *unused) {
  FORETRACE_ATOMIC_SCOPE("append");
  int length = other.length();
  reached();
  after(2);
  if (length > other.length()) copied = -1;
  return unused;
}

static void *shorten(void *unused) {
  after(1);
  other.shorten();
  reached();
  return unused;
}

int main() {
  both(append, shorten);
  return 0;
}
