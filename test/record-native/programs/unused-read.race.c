// What is read is not used: the compiler would leave the reads out.
#include "suite.h"

int value;

static void *worker(void *unused) {
  value++;
  return unused;
}

int main(void) {
  pthread_t thread = start(worker, NULL);
  if (value) {
  }
  join(thread);
  return 0;
}
