// The second phase begins to write before the first has been read by all: a barrier is missing.
#include "suite.h"

int cells[2];
pthread_barrier_t phase;

static void *worker(void *number) {
  int me = (int)(intptr_t)number;
  cells[me] = me + 1;
  pthread_barrier_wait(&phase);
  int seen = cells[1 - me];
  cells[me] = seen;
  return NULL;
}

int main(void) {
  pthread_barrier_init(&phase, NULL, 2);
  pthread_t a = start(worker, (void *)0), b = start(worker, (void *)1);
  join(a);
  join(b);
  return 0;
}
