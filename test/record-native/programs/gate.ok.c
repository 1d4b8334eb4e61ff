// Two locks in two orders, but only by who has the gate.
#include "suite.h"

pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int sum;

static void add(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(&gate);
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  sum++;
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
  pthread_mutex_unlock(&gate);
}
static void *forwards(void *unused) {
  for (int i = 0; i < 100; i++) add(&a, &b);
  return unused;
}
static void *backwards(void *unused) {
  for (int i = 0; i < 100; i++) add(&b, &a);
  return unused;
}
int main(void) { both(forwards, backwards); }
