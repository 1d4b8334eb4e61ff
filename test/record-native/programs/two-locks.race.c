// Each thread has a lock, but not the same.
#include "suite.h"

int balance;
pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *deposit(void *lock) {
  pthread_mutex_lock(lock);
  balance += 10;
  pthread_mutex_unlock(lock);
  return NULL;
}

int main(void) {
  pthread_t a = start(deposit, &first), b = start(deposit, &second);
  join(a);
  join(b);
  return 0;
}
