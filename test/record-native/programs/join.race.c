// The result is read before the join.
#include "suite.h"

int result;

static void *worker(void *unused) {
  result = 42;
  return unused;
}

int main(void) {
  pthread_t thread = start(worker, NULL);
  later();
  int seen = result;
  join(thread);
  return seen < 0;
}
