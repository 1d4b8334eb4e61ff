// Whoever has a lock by compare-and-exchange reads its word as if it were no atomic: nobody else writes it then.
#include "suite.h"

int value;
int taken;

static void *worker(void *unused) {
  for (int i = 0; i < 5; i++) {
    int free = 0;
    while (!__atomic_compare_exchange_n(&taken, &free, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
      free = 0;
      usleep(100);
    }
    if (*(volatile int *)&taken == 1) value++;
    __atomic_store_n(&taken, 0, __ATOMIC_RELEASE);
  }
  return unused;
}

int main(void) {
  both(worker, worker);
  return 0;
}
