// Two reader-writer locks in two orders, by readers only.
#include "suite.h"

pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;
int value, sums[2];

static void *forwards(void *unused) {
  pthread_rwlock_rdlock(&a);
  reached();
  after(2);
  pthread_rwlock_rdlock(&b);
  sums[0] += value;
  pthread_rwlock_unlock(&b);
  pthread_rwlock_unlock(&a);
  return unused;
}
static void *backwards(void *unused) {
  pthread_rwlock_rdlock(&b);
  reached();
  after(2);
  pthread_rwlock_rdlock(&a);
  sums[1] += value;
  pthread_rwlock_unlock(&a);
  pthread_rwlock_unlock(&b);
  return unused;
}
int main(void) { both(forwards, backwards); }
