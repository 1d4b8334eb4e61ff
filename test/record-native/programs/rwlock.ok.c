// Readers share, writers do not.
#include "suite.h"

int value;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *unused) {
  int sum = 0;
  for (int i = 0; i < 20; i++) {
    pthread_rwlock_rdlock(&lock);
    sum += value;
    pthread_rwlock_unlock(&lock);
  }
  return sum < 0 ? &value : unused;
}

static void *writer(void *unused) {
  for (int i = 0; i < 20; i++) {
    pthread_rwlock_wrlock(&lock);
    value++;
    pthread_rwlock_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t a = start(reader, NULL), b = start(writer, NULL);
  both(reader, writer);
  join(a);
  join(b);
  return value != 40;
}
