// The lock is not had in time, and the value is changed all the same.
#include "suite.h"

int value;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *hasty(void *unused) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  int error = pthread_mutex_timedlock(&lock, &until);
  value++;
  if (!error) pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_mutex_lock(&lock);
  both(hasty, hasty);
  pthread_mutex_unlock(&lock);
  return 0;
}
