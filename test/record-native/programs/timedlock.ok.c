// A lock with a time limit is a lock; so is one by another clock.
#include "suite.h"

int value;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *real(void *unused) {
  struct timespec until = in_a_while(CLOCK_REALTIME);
  if (pthread_mutex_timedlock(&lock, &until)) abort();
  value++;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *monotonic(void *unused) {
  struct timespec until = in_a_while(CLOCK_MONOTONIC);
  if (pthread_mutex_clocklock(&lock, CLOCK_MONOTONIC, &until)) abort();
  value++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  both(real, monotonic);
  return value != 2;
}
