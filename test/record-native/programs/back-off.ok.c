// Two locks in two orders; who does not get the second gives the first one back.
#include "suite.h"

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int sum;

static void add(pthread_mutex_t *first, pthread_mutex_t *second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (!pthread_mutex_trylock(second)) break;
    pthread_mutex_unlock(first);
    sched_yield();
  }
  sum++;
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}
static void *forwards(void *unused) {
  for (int i = 0; i < 50; i++) add(&a, &b);
  return unused;
}
static void *backwards(void *unused) {
  for (int i = 0; i < 50; i++) add(&b, &a);
  return unused;
}
int main(void) { both(forwards, backwards); }
