// The result is read before the join.
#include "suite.h"

int result;

static void *worker(void *unused) {
  result = 42;
  reached();
  return unused;
}

int main(void) {
  pthread_t thread = start(worker, NULL);
  after(1);
  int seen = result;
  join(thread);
  return seen < 0;
}
