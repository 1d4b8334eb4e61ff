// The data is written after the condition was signalled.
#include "suite.h"

int ready, data;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *producer(void *unused) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  data = 42;
  return unused;
}

static void *consumer(void *unused) {
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return data < 0 ? &data : unused;
}

int main(void) {
  both(consumer, producer);
  return 0;
}
