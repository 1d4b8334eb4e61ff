// The writer's lock comes after the write, the reader's before the read: they only happen to follow each other.
#include "suite.h"

int data;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *unused) {
  data = 1;
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  reached();
  return unused;
}

static void *reader(void *unused) {
  after(1);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return data < 0 ? &data : unused;
}

int main(void) {
  both(writer, reader);
  return 0;
}
