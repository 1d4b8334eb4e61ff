// An atomic addition is one step. Where more than a number has to change at once, it takes a lock.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_long hits;

static void *serve(void *unused) {
  for (int i = 0; i < 1000; i++) atomic_fetch_add(&hits, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, serve, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", hits);
  return 0;
}
