// Two reader-writer locks: each thread reads one, and wants to write the other's.
#include "suite.h"

pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;
int x, y;

static void *forwards(void *unused) {
  pthread_rwlock_rdlock(&a);
  reached();
  after(2);
  pthread_rwlock_wrlock(&b);
  y = x;
  pthread_rwlock_unlock(&b);
  pthread_rwlock_unlock(&a);
  return unused;
}
static void *backwards(void *unused) {
  pthread_rwlock_rdlock(&b);
  reached();
  after(2);
  pthread_rwlock_wrlock(&a);
  x = y;
  pthread_rwlock_unlock(&a);
  pthread_rwlock_unlock(&b);
  return unused;
}
int main(void) { both(forwards, backwards); }
