// The lock says that it is held already; the program unlocks it twice and goes on.
#include "suite.h"

int value;
pthread_mutex_t lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  if (pthread_mutex_lock(&lock) == 0) abort();
  pthread_mutex_unlock(&lock);
  if (pthread_mutex_unlock(&lock) == 0) abort();
  value++;
  return unused;
}

int main(void) {
  both(work, work);
  return 0;
}
