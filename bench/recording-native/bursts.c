// Threads that take a lock again and again, and seldom one that another thread had just before: what --reduce is for.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, BURST = 64 };
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
static long entries[1024], lines, rounds;

static void *work(void *me) {
  for (long i = 0; i < rounds; i++) {
    for (int k = 0; k < BURST; k++) {
      pthread_mutex_lock(&table);
      entries[(i * 7 + k) % 1024] += (long)me;
      pthread_mutex_unlock(&table);
    }
    pthread_mutex_lock(&log_lock);
    lines++;
    pthread_mutex_unlock(&log_lock);
  }
  return NULL;
}

int main(int count, char **words) {
  pthread_t threads[THREADS];
  rounds = count > 1 ? atol(words[1]) : 100;
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", lines);
}
