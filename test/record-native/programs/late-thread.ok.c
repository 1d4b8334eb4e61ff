// The program ends while threads sleep, wait for each other, and use what main has on its stack, all in order.
#include "suite.h"
#include <semaphore.h>

static void *wait_forever(void *semaphore) {
  sem_wait(semaphore);
  return NULL;
}

struct shared {
  pthread_mutex_t lock;
  int value;
};

static void *worker(void *argument) {
  struct shared *shared = argument;
  later();
  pthread_mutex_lock(&shared->lock);
  if (++shared->value < 1) abort();
  pthread_mutex_unlock(&shared->lock);
  return NULL;
}

int main(void) {
  static sem_t semaphore;
  struct shared shared = {PTHREAD_MUTEX_INITIALIZER, 0};
  sem_init(&semaphore, 0, 0);
  start(wait_forever, &semaphore);
  start(worker, &shared);
  start(worker, &shared);
  pthread_mutex_lock(&shared.lock);
  shared.value++;
  pthread_mutex_unlock(&shared.lock);
  return 0;
}
