// A recursive lock is held until the outer unlock.
#include "suite.h"

int depth;
pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  depth++;
  pthread_mutex_unlock(&lock);
  depth++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  both(work, work);
  return depth != 4;
}
