// Fences on both sides order what relaxed accesses do not.
#include "suite.h"

int data;
atomic_int ready;

static void *producer(void *unused) {
  data = 42;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}

static void *consumer(void *unused) {
  while (!atomic_load_explicit(&ready, memory_order_relaxed)) usleep(500);
  atomic_thread_fence(memory_order_acquire);
  if (data != 42) abort();
  return unused;
}

int main(void) {
  both(producer, consumer);
  return 0;
}
