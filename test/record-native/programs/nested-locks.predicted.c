// Inner and outer lock order this run; neither protects the counter in both threads.
#include "suite.h"

int counter;
pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER, outer = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
  pthread_mutex_lock(&outer);
  counter++;
  pthread_mutex_lock(&inner);
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  reached();
  return unused;
}

static void *second(void *unused) {
  after(1);
  pthread_mutex_lock(&inner);
  pthread_mutex_unlock(&inner);
  counter++;
  return unused;
}

int main(void) {
  both(first, second);
  return 0;
}
