// Two threads count without a lock.
#include "suite.h"

int counter;

static void *count(void *unused) {
  for (int i = 0; i < 100; i++) counter++;
  return unused;
}

int main(void) {
  both(count, count);
  return counter < 0;
}
