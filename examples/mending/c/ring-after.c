// First the slot, then the announcement. The two counters carry the order; the slots stay plain.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

enum { SIZE = 8, COUNT = 60 };
static int slots[SIZE];
static atomic_int filled, emptied;

static void *produce(void *unused) {
  for (int i = 0; i < COUNT; i++) {
    while (i - atomic_load(&emptied) == SIZE) sched_yield();
    slots[i % SIZE] = i;
    atomic_store(&filled, i + 1);
  }
  return unused;
}

int main(void) {
  pthread_t producer;
  int sum = 0;
  pthread_create(&producer, NULL, produce, NULL);
  for (int i = 0; i < COUNT; i++) {
    while (atomic_load(&filled) == i) sched_yield();
    sum += slots[i % SIZE];
    atomic_store(&emptied, i + 1);
  }
  pthread_join(producer, NULL);
  printf("%d\n", sum);
  return 0;
}
