// The lock is not had in time, and the value is changed all the same.
#include "suite.h"

int value;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *holder(void *unused) {
  pthread_mutex_lock(&lock);
  value++;
  usleep(80000);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *hasty(void *unused) {
  later();
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  int error = pthread_mutex_timedlock(&lock, &until);
  value++;
  if (!error) pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  both(holder, hasty);
  return 0;
}
