// A barrier is made after a thread that waits at it has been started.
#include "suite.h"

pthread_barrier_t barrier;

static void *wait(void *unused) {
  after(1);
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_t thread = start(wait, NULL);
  pthread_barrier_init(&barrier, NULL, 2);
  reached();
  pthread_barrier_wait(&barrier);
  join(thread);
  pthread_barrier_destroy(&barrier);
  return 0;
}
