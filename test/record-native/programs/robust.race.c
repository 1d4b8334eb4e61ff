// The heir of a robust lock gives it up before it changes the value.
#include "suite.h"
#include <errno.h>
int value;
pthread_mutex_t lock;

static void *dies(void *unused) {
  pthread_mutex_lock(&lock);
  reached();
  return unused;
}

static void *heir(void *unused) {
  after(1);
  if (pthread_mutex_lock(&lock) == EOWNERDEAD) pthread_mutex_consistent(&lock);
  pthread_mutex_unlock(&lock);
  value++;
  return unused;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&lock, &attributes);
  pthread_t first = start(dies, NULL), second = start(heir, NULL), third = start(heir, NULL);
  join(first);
  join(second);
  join(third);
  return 0;
}
