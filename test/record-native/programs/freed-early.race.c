// A block is freed before the thread that it was given to has used it.
#include "suite.h"

static void *use(void *block) {
  after(1);
  ((int *)block)[1] = 1;
  return NULL;
}

int main(void) {
  int *block = malloc(64);
  pthread_t thread = start(use, block);
  free(block);
  reached();
  join(thread);
  return 0;
}
