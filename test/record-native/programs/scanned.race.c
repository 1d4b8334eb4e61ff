// Two threads scan text into one variable.
#include "suite.h"

int value;

static void *worker(void *unused) {
  sscanf("7 8", "%*d %d", &value);
  return unused;
}

int main(void) {
  both(worker, worker);
  return 0;
}
