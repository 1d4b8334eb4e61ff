// atomic_flag as a lock.
#include "suite.h"

int value;
atomic_flag taken = ATOMIC_FLAG_INIT;

static void *worker(void *unused) {
  for (int i = 0; i < 5; i++) {
    while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire)) usleep(100);
    value++;
    atomic_flag_clear_explicit(&taken, memory_order_release);
  }
  return unused;
}

int main(void) {
  both(worker, worker);
  return value != 10;
}
