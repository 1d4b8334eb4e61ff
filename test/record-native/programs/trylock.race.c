// The answer of trylock is not looked at; the lock is busy all the time.
#include "suite.h"

int value;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *hasty(void *unused) {
  int error = pthread_mutex_trylock(&lock);
  value++;
  if (!error) pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_mutex_lock(&lock);
  both(hasty, hasty);
  pthread_mutex_unlock(&lock);
  return 0;
}
