// A relaxed flag orders nothing: the data behind it races.
#include "suite.h"

int data;
atomic_int ready;

static void *producer(void *unused) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}

static void *consumer(void *unused) {
  while (!atomic_load_explicit(&ready, memory_order_relaxed)) usleep(500);
  return data < 0 ? &data : unused;
}

int main(void) {
  both(producer, consumer);
  return 0;
}
