// Written before the start, changed by the thread, read after the join.
#include "suite.h"

int result;

static void *worker(void *unused) {
  result += 2;
  return unused;
}

int main(void) {
  result = 40;
  join(start(worker, NULL));
  return result != 42;
}
