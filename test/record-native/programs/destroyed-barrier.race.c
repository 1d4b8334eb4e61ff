// The one who is first out of a barrier frees it, though the other may still be inside.
#include "suite.h"

static void *wait(void *barrier) {
  pthread_barrier_wait(barrier);
  reached();
  return NULL;
}

int main(void) {
  pthread_barrier_t *barrier = malloc(sizeof *barrier);
  pthread_barrier_init(barrier, NULL, 2);
  pthread_t thread = start(wait, barrier);
  pthread_barrier_wait(barrier);
  after(1);
  pthread_barrier_destroy(barrier);
  free(barrier);
  join(thread);
  return 0;
}
