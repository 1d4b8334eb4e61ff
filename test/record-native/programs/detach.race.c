// Nobody waits for a detached thread; that it is over is no order.
#include "suite.h"

int result;

static void *worker(void *unused) {
  result = 42;
  reached();
  return unused;
}

int main(void) {
  pthread_detach(start(worker, NULL));
  after(1);
  return result < 0;
}
