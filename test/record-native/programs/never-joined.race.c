// The program ends while a thread still writes.
#include "suite.h"

int value;

static void *worker(void *unused) {
  for (;;) {
    value++;
    usleep(500);
  }
  return unused;
}

int main(void) {
  start(worker, NULL);
  later();
  value++;
  return 0;
}
