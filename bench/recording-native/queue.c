// Three threads take the work that main puts into a queue under a mutex: mostly synchronisation.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 3, ROOM = 64 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER, room = PTHREAD_COND_INITIALIZER;
static unsigned items[ROOM];
static int head, used, over;
static unsigned long total;

static void *work(void *unused) {
  unsigned long sum = 0;
  for (;;) {
    pthread_mutex_lock(&lock);
    while (!used && !over) pthread_cond_wait(&some, &lock);
    if (!used) {
      total += sum;
      pthread_mutex_unlock(&lock);
      return unused;
    }
    unsigned item = items[head];
    head = (head + 1) % ROOM;
    used--;
    pthread_cond_signal(&room);
    pthread_mutex_unlock(&lock);
    unsigned steps = item;
    for (int i = 0; i < 200; i++) steps = steps * 1664525 + 1013904223;
    sum += steps % 1000;
  }
}

int main(int count, char **arguments) {
  int n = count > 1 ? atoi(arguments[1]) : 20000;
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < n; i++) {
    pthread_mutex_lock(&lock);
    while (used == ROOM) pthread_cond_wait(&room, &lock);
    items[(head + used++) % ROOM] = (unsigned)i;
    pthread_cond_signal(&some);
    pthread_mutex_unlock(&lock);
  }
  pthread_mutex_lock(&lock);
  over = 1;
  pthread_cond_broadcast(&some);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%lu\n", total);
  return 0;
}
