// Memory that was given back and comes again is new memory.
#include "suite.h"

static void *worker(void *unused) {
  for (int i = 0; i < 50; i++) {
    int *cell = malloc(sizeof *cell);
    *cell = i;
    free(cell);
  }
  return unused;
}

int main(void) {
  both(worker, worker);
  return 0;
}
