// Only who gets the lock touches the value.
#include "suite.h"

int value;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  for (int i = 0; i < 50; i++)
    if (pthread_mutex_trylock(&lock) == 0) {
      value++;
      pthread_mutex_unlock(&lock);
    }
  return unused;
}

int main(void) {
  both(work, work);
  return value > 100;
}
