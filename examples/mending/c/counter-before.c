// Two threads count. `hits++` is a read, an addition and a write: what the other adds in between is lost.
#include <pthread.h>
#include <stdio.h>

static long hits;

static void *serve(void *unused) {
  for (int i = 0; i < 1000; i++) hits++;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, serve, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", hits);
  return 0;
}
