// Ids are read under the lock that was held while the threads were made, behind a barrier, and after a join.
#include "suite.h"

pthread_t locked, awaited, over;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_barrier_t made;
int same;

static void *takes_lock(void *unused) {
  pthread_mutex_lock(&lock);
  same += pthread_equal(locked, pthread_self()) != 0;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *waits(void *unused) {
  pthread_barrier_wait(&made);
  if (pthread_equal(awaited, pthread_self())) return unused;
  return NULL;
}

static void *nothing(void *unused) { return unused; }

int main(void) {
  pthread_barrier_init(&made, NULL, 2);
  pthread_mutex_lock(&lock);
  pthread_create(&locked, NULL, takes_lock, NULL);
  pthread_mutex_unlock(&lock);
  pthread_create(&awaited, NULL, waits, NULL);
  pthread_barrier_wait(&made);
  pthread_create(&over, NULL, nothing, NULL);
  pthread_join(over, NULL);
  over = 0;
  pthread_join(awaited, NULL);
  pthread_join(locked, NULL);
  return same == 1 ? 0 : 1;
}
