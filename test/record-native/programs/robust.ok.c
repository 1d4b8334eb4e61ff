// The owner of a robust lock dies; the next one gets the lock and what the dead one wrote.
#include "suite.h"
#include <errno.h>
int value;
pthread_mutex_t lock;

static void *dies(void *unused) {
  pthread_mutex_lock(&lock);
  value = 1;
  reached();
  return unused;
}

static void *heir(void *unused) {
  after(1);
  if (pthread_mutex_lock(&lock) == EOWNERDEAD) pthread_mutex_consistent(&lock);
  value++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&lock, &attributes);
  both(dies, heir);
  return value != 2;
}
