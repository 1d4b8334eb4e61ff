// Parallel sums in cells of their own, added after the joins.
#include "suite.h"

long parts[4], total;

static void *add(void *number) {
  long me = (intptr_t)number;
  for (long i = 0; i < 100; i++) parts[me] += i * me;
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (intptr_t i = 0; i < 4; i++) threads[i] = start(add, (void *)i);
  for (int i = 0; i < 4; i++) {
    join(threads[i]);
    total += parts[i];
  }
  return total != 4950 * 6;
}
