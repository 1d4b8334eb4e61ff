// Two threads write the same heap block.
#include "suite.h"

static void *write_first(void *block) {
  ((int *)block)[3] = 1;
  return NULL;
}

int main(void) {
  int *block = malloc(16 * sizeof *block);
  pthread_t a = start(write_first, block), b = start(write_first, block);
  join(a);
  join(b);
  free(block);
  return 0;
}
