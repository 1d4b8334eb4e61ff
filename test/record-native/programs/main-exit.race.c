// The main thread leaves by pthread_exit; two others go on and race.
#include "suite.h"

int value;

static void *worker(void *unused) {
  later();
  value++;
  return unused;
}

int main(void) {
  start(worker, NULL);
  start(worker, NULL);
  pthread_exit(NULL);
}
