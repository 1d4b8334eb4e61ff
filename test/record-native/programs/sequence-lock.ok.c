// The data behind a sequence lock is atomic, and relaxed.
#include "suite.h"

atomic_int data[2];
atomic_uint sequence;

static void *writer(void *unused) {
  for (int i = 0; i < 5; i++) {
    atomic_fetch_add(&sequence, 1);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&data[0], i, memory_order_relaxed);
    atomic_store_explicit(&data[1], i, memory_order_relaxed);
    atomic_fetch_add_explicit(&sequence, 1, memory_order_release);
  }
  return unused;
}

static void *reader(void *unused) {
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
    int a = atomic_load_explicit(&data[0], memory_order_relaxed), b = atomic_load_explicit(&data[1], memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    if (before % 2 == 0 && before == atomic_load_explicit(&sequence, memory_order_relaxed)) sum += a + b;
  }
  return sum < 0 ? data : unused;
}

int main(void) {
  both(writer, reader);
  return 0;
}
