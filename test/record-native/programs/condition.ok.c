// The data is written before the condition is signalled, also when the signal comes after the unlock.
#include "suite.h"

int ready, data;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *producer(void *unused) {
  later();
  data = 42;
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_mutex_unlock(&lock);
  pthread_cond_signal(&changed);
  return unused;
}

static void *consumer(void *unused) {
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  if (data != 42) abort();
  return unused;
}

int main(void) {
  both(consumer, producer);
  return 0;
}
