// The program ends while a thread sleeps that will race with what main did.
#include "suite.h"

int value;

static void *worker(void *unused) {
  usleep(300000);
  value++;
  return unused;
}

int main(void) {
  start(worker, NULL);
  value++;
  return 0;
}
