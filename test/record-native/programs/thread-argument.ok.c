// Each thread frees what it was given; the next block may lie in the same place.
#include "suite.h"

static void *worker(void *argument) {
  int *mine = argument;
  int value = mine[0] + mine[3];
  free(mine);
  reached();
  return value == 7 ? NULL : argument;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) {
    int *argument = malloc(16);
    argument[0] = 3;
    argument[3] = 4;
    threads[i] = start(worker, argument);
    after(i + 1);
  }
  for (int i = 0; i < 4; i++) join(threads[i]);
  return 0;
}
