// The consumer comes late enough in this run; nothing makes it.
#include "suite.h"

int data;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *producer(void *unused) {
  data = 42;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  reached();
  return unused;
}

static void *consumer(void *unused) {
  after(1);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return data < 0 ? &data : unused;
}

int main(void) {
  both(producer, consumer);
  return 0;
}
