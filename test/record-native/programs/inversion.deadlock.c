// Two threads take two locks, each in its own order, and each has got its first one.
#include "suite.h"

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int sum;

static void *forwards(void *unused) {
  pthread_mutex_lock(&a);
  reached();
  after(2);
  pthread_mutex_lock(&b);
  sum++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}
static void *backwards(void *unused) {
  pthread_mutex_lock(&b);
  reached();
  after(2);
  pthread_mutex_lock(&a);
  sum++;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}
int main(void) { both(forwards, backwards); }
