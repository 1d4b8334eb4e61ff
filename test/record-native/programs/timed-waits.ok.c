// All threads wait, longer than a recorder would watch that, and one of them only for a while.
#include "suite.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int done;

static void *wait_for_it(void *unused) {
  pthread_mutex_lock(&m);
  while (!done) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return unused;
}
static void *do_it_late(void *unused) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 4;
  pthread_mutex_lock(&m);
  while (!done && !pthread_cond_timedwait(&c, &m, &until)) {
  }
  done = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) { both(wait_for_it, do_it_late); }
