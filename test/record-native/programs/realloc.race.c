// The block may move while the other thread reads it.
#include "suite.h"

int *numbers;

static void *reader(void *unused) {
  int seen = numbers[0];
  reached();
  return seen < 0 ? numbers : unused;
}

static void *grower(void *unused) {
  after(1);
  int *grown = realloc(numbers, 1 << 20);
  grown[0] = 2;
  numbers = grown;
  return unused;
}

int main(void) {
  numbers = malloc(64);
  numbers[0] = 1;
  both(reader, grower);
  free(numbers);
  return 0;
}
