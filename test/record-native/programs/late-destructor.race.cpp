// A global object is destroyed while a thread may still use it.
#include "suite.h"

struct Log {
  int lines = 0;
  ~Log() { printf("%d lines\n", lines); }
} records;

static void *worker(void *unused) {
  later();
  records.lines++;
  return unused;
}

int main() {
  start(worker, nullptr);
  return 0;
}
