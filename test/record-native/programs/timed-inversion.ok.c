// Two locks in two orders, but one of the threads does not wait for ever: neither does the other.
#include "suite.h"

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int sum;

static void *patient(void *unused) {
  pthread_mutex_lock(&a);
  reached();
  after(2);
  pthread_mutex_lock(&b);
  sum++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}
static void *impatient(void *unused) {
  struct timespec until;
  pthread_mutex_lock(&b);
  reached();
  after(2);
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 3;
  if (!pthread_mutex_timedlock(&a, &until)) {
    sum++;
    pthread_mutex_unlock(&a);
  }
  pthread_mutex_unlock(&b);
  return unused;
}
int main(void) { both(patient, impatient); }
