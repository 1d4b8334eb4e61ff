// A thread that waits for a lock when the program ends waits for one that goes on.
#include "suite.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int sum;

static void *add(void *unused) {
  reached();
  pthread_mutex_lock(&m);
  sum++;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_mutex_lock(&m);
  start(add, NULL);
  after(1);
  later();
  _exit(0);
}
