// Two threads take two locks, each in its own order, but here one is done before the other begins.
#include "suite.h"

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int sum;

static void *forwards(void *unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  sum++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  reached();
  return unused;
}
static void *backwards(void *unused) {
  after(1);
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  sum++;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}
int main(void) { both(forwards, backwards); }
