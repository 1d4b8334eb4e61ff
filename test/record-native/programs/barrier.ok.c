// Two barriers: all have written before any reads, all have read before any writes.
#include "suite.h"

int cells[2];
pthread_barrier_t phase;

static void *worker(void *number) {
  int me = (int)(intptr_t)number;
  for (int round = 0; round < 5; round++) {
    cells[me] = me + round;
    pthread_barrier_wait(&phase);
    if (cells[1 - me] != 1 - me + round) abort();
    pthread_barrier_wait(&phase);
  }
  return NULL;
}

int main(void) {
  pthread_barrier_init(&phase, NULL, 2);
  pthread_t a = start(worker, (void *)0), b = start(worker, (void *)1);
  join(a);
  join(b);
  return 0;
}
