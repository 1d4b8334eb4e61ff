// A release and an acquire that sees it order the data.
#include "suite.h"

int data;
atomic_int ready;

static void *producer(void *unused) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return unused;
}

static void *consumer(void *unused) {
  while (!atomic_load_explicit(&ready, memory_order_acquire)) usleep(500);
  if (data != 42) abort();
  return unused;
}

int main(void) {
  both(producer, consumer);
  return 0;
}
