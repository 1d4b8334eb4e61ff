// Two threads write, each with the reader's lock.
#include "suite.h"

int value;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *unused) {
  pthread_rwlock_rdlock(&lock);
  value++;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  both(writer, writer);
  return 0;
}
