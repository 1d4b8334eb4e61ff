// One thread frees what the other still writes.
#include "suite.h"

int *block;

static void *writer(void *unused) {
  block[0] = 1;
  reached();
  return unused;
}

static void *freer(void *unused) {
  after(1);
  free(block);
  return unused;
}

int main(void) {
  block = malloc(64);
  both(writer, freer);
  return 0;
}
