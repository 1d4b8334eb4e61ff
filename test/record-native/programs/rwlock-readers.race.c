// Two readers that overlap do not order each other: the second writer's count is touched outside of the lock.
#include "suite.h"

int hits;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  reached();
  after(2);
  pthread_rwlock_unlock(&lock);
  hits++;
  return unused;
}

int main(void) {
  both(reader, reader);
  return 0;
}
