// The flag is atomic: who sees it set with acquire sees all that was written before it was set with release. The answer stays plain.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

static int answer;
static atomic_int ready;

static void *produce(void *unused) {
  answer = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  while (!atomic_load_explicit(&ready, memory_order_acquire)) sched_yield();
  printf("%d\n", answer);
  pthread_join(producer, NULL);
  return 0;
}
