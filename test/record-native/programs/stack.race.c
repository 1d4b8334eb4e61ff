// A thread writes a local variable of main while main reads it.
#include "suite.h"

static void *worker(void *local) {
  *(int *)local = 1;
  return NULL;
}

int main(void) {
  int local = 0;
  pthread_t thread = start(worker, &local);
  int seen = *(volatile int *)&local;
  join(thread);
  return seen < 0;
}
