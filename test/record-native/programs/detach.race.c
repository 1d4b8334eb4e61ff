// Nobody waits for a detached thread; a delay is no order.
#include "suite.h"

int result;

static void *worker(void *unused) {
  result = 42;
  return unused;
}

int main(void) {
  pthread_detach(start(worker, NULL));
  usleep(50000);
  return result < 0;
}
