// First come, first served.
#include "suite.h"

int value;
atomic_uint next_ticket, now_serving;

static void *worker(void *unused) {
  for (int i = 0; i < 5; i++) {
    unsigned mine = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
    while (atomic_load_explicit(&now_serving, memory_order_acquire) != mine) usleep(100);
    value++;
    atomic_store_explicit(&now_serving, mine + 1, memory_order_release);
  }
  return unused;
}

int main(void) {
  both(worker, worker);
  return value != 10;
}
