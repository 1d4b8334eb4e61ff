// Two locks, taken in both orders by threads that follow each other: a deadlock in waiting, but no race.
#include "suite.h"

int balance;
pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *deposit(void *swapped) {
  pthread_mutex_t *outer = swapped ? &second : &first, *inner = swapped ? &first : &second;
  pthread_mutex_lock(outer);
  pthread_mutex_lock(inner);
  balance += 10;
  pthread_mutex_unlock(inner);
  pthread_mutex_unlock(outer);
  return NULL;
}

int main(void) {
  join(start(deposit, NULL));
  join(start(deposit, &balance));
  return 0;
}
