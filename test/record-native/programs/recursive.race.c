// The inner unlock of a recursive lock was taken for the last one.
#include "suite.h"

int depth;
pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&lock);
  depth++;
  return unused;
}

int main(void) {
  both(work, work);
  return 0;
}
