// Three hundred threads, fifty at a time, one lock.
#include "suite.h"

int value;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  value++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[50];
  for (int round = 0; round < 6; round++) {
    for (int i = 0; i < 50; i++) threads[i] = start(worker, NULL);
    for (int i = 0; i < 50; i++) join(threads[i]);
  }
  return value != 300;
}
