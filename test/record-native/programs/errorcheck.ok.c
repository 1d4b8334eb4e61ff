// A second lock is refused and changes nothing: the first still holds.
#include "suite.h"

int value;
pthread_mutex_t lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  if (pthread_mutex_lock(&lock) == 0) abort();
  value++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  both(work, work);
  return value != 2;
}
