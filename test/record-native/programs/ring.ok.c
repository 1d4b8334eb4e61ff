// A ring of one producer and one consumer with atomic indices.
#include "suite.h"

int ring[8];
atomic_uint head, tail;

static void *producer(void *unused) {
  for (int i = 0; i < 20; i++) {
    unsigned at = atomic_load_explicit(&head, memory_order_relaxed);
    while (at - atomic_load_explicit(&tail, memory_order_acquire) == 8) usleep(100);
    ring[at % 8] = i;
    atomic_store_explicit(&head, at + 1, memory_order_release);
  }
  return unused;
}

static void *consumer(void *unused) {
  int sum = 0;
  for (int i = 0; i < 20; i++) {
    unsigned at = atomic_load_explicit(&tail, memory_order_relaxed);
    while (at == atomic_load_explicit(&head, memory_order_acquire)) usleep(100);
    sum += ring[at % 8];
    atomic_store_explicit(&tail, at + 1, memory_order_release);
  }
  if (sum != 190) abort();
  return unused;
}

int main(void) {
  both(producer, consumer);
  return 0;
}
