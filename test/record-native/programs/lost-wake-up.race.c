// The flag is set without the lock: the waiter may look, miss it, and sleep for ever. (A time limit ends this one.)
#include "suite.h"

int ready;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *waiter(void *unused) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec = until.tv_nsec < 900000000 ? until.tv_nsec + 50000000 : until.tv_nsec;
  pthread_mutex_lock(&lock);
  if (!ready) pthread_cond_timedwait(&changed, &lock, &until);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *waker(void *unused) {
  ready = 1;
  pthread_cond_signal(&changed);
  return unused;
}

int main(void) {
  both(waiter, waker);
  return 0;
}
