// Parallel sums into one cell.
#include "suite.h"

long total;

static void *add(void *number) {
  for (long i = 0; i < 10; i++) total += i;
  return number;
}

int main(void) {
  pthread_t threads[4];
  for (intptr_t i = 0; i < 4; i++) threads[i] = start(add, (void *)i);
  for (int i = 0; i < 4; i++) join(threads[i]);
  return 0;
}
