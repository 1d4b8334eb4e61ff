// One thread frees what the other still writes.
#include "suite.h"

int *block;

static void *writer(void *unused) {
  block[0] = 1;
  return unused;
}

static void *freer(void *unused) {
  usleep(50000);
  free(block);
  return unused;
}

int main(void) {
  block = malloc(64);
  both(writer, freer);
  return 0;
}
