// A cancelled thread may still be at work; its end was not waited for.
#include "suite.h"

int steps;

static void *worker(void *unused) {
  for (;;) {
    steps++;
    usleep(1000);
  }
  return unused;
}

int main(void) {
  pthread_t thread = start(worker, NULL);
  later();
  pthread_cancel(thread);
  int seen = steps;
  join(thread);
  return seen < 0;
}
