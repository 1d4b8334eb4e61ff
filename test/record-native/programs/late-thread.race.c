// The program ends while a thread sleeps that will race with what main did.
#include "suite.h"

int value;

static void *worker(void *unused) {
  later();
  value++;
  return unused;
}

int main(void) {
  start(worker, NULL);
  value++;
  return 0;
}
