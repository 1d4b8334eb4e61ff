// A thread writes a local variable of main; stacks of threads that follow each other lie in the same place.
#include "suite.h"

static void *worker(void *local) {
  volatile int mine = 0;
  for (int i = 0; i < 10; i++) mine += i;
  *(int *)local += mine;
  return NULL;
}

int main(void) {
  int local = 0;
  for (int i = 0; i < 5; i++) join(start(worker, &local));
  return local != 225;
}
