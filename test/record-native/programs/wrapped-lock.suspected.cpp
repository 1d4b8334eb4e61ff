// The lock is taken by a function of its own: the sections are those of the caller, which looks in one and acts in the next.
#include "suite.h"

#include <mutex>

int owner;
pthread_mutex_t pool = PTHREAD_MUTEX_INITIALIZER;

struct Held {
  __attribute__((noinline)) Held() { pthread_mutex_lock(&pool); }
  __attribute__((noinline)) ~Held() { pthread_mutex_unlock(&pool); }
};

__attribute__((noinline)) static void claim(int me) {
  {
    Held held;
    if (owner != 0) return;
  }
  Held held;
  owner = me;
}

static void *first(void *unused) {
  claim(1);
  {
    Held held;
    owner = 0;
  }
  reached();
  return unused;
}

static void *second(void *unused) {
  after(1);
  claim(2);
  return unused;
}

int main(void) {
  both(first, second);
  return 0;
}
