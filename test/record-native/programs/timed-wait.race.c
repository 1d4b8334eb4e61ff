// The wait ends by its time limit, and nobody looks whether the data is there.
#include "suite.h"

int data;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *impatient(void *unused) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  pthread_mutex_lock(&lock);
  pthread_cond_timedwait(&changed, &lock, &until);
  pthread_mutex_unlock(&lock);
  int seen = data;
  reached();
  return seen < 0 ? &data : unused;
}

static void *producer(void *unused) {
  after(1);
  data = 1;
  return unused;
}

int main(void) {
  both(impatient, producer);
  return 0;
}
