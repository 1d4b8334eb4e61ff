// The answer of trylock is not looked at.
#include "suite.h"

int value;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *holder(void *unused) {
  pthread_mutex_lock(&lock);
  value++;
  usleep(60000);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *hasty(void *unused) {
  later();
  int error = pthread_mutex_trylock(&lock);
  value++;
  if (!error) pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  both(holder, hasty);
  return 0;
}
