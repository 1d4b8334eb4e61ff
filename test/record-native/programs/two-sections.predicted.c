// The write lies before an unrelated section of the same lock, the read after one.
#include "suite.h"

int data, other;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
  data = 1;
  pthread_mutex_lock(&lock);
  other = 1;
  pthread_mutex_unlock(&lock);
  reached();
  return unused;
}

static void *second(void *unused) {
  after(1);
  pthread_mutex_lock(&lock);
  other = 2;
  pthread_mutex_unlock(&lock);
  data = 2;
  return unused;
}

int main(void) {
  both(first, second);
  return 0;
}
