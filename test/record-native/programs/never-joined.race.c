// The program ends while a thread still writes.
#include "suite.h"

int value;
atomic_int started;

static void *worker(void *unused) {
  for (int i = 0; i < 100; i++) {
    value++;
    atomic_store_explicit(&started, 1, memory_order_relaxed);
    usleep(500);
  }
  return unused;
}

int main(void) {
  start(worker, NULL);
  while (!atomic_load_explicit(&started, memory_order_relaxed)) usleep(500);
  value++;
  return 0;
}
