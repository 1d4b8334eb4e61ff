// The flag is read under the lock, and the data only if the flag is set: no schedule has the two at once.
#include "suite.h"

int data, ready;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *producer(void *unused) {
  data = 42;
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_mutex_unlock(&lock);
  reached();
  return unused;
}

static void *consumer(void *unused) {
  after(1);
  pthread_mutex_lock(&lock);
  int seen = ready;
  pthread_mutex_unlock(&lock);
  if (seen && data != 42) abort();
  return unused;
}

int main(void) {
  both(producer, consumer);
  return 0;
}
