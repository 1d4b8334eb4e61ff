// A lock by compare-and-exchange that is given up without release.
#include "suite.h"

int value;
atomic_int taken;

static void *worker(void *unused) {
  for (int i = 0; i < 5; i++) {
    int free = 0;
    while (!atomic_compare_exchange_strong_explicit(&taken, &free, 1, memory_order_acquire, memory_order_relaxed)) {
      free = 0;
      usleep(100);
    }
    value++;
    atomic_store_explicit(&taken, 0, memory_order_relaxed);
  }
  return unused;
}

int main(void) {
  both(worker, worker);
  return 0;
}
