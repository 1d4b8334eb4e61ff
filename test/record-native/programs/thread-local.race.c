// A pointer to a thread's own variable reaches another thread.
#include "suite.h"

_Thread_local int own;

static void *worker(void *theirs) {
  *(int *)theirs = 1;
  return NULL;
}

int main(void) {
  pthread_t thread = start(worker, &own);
  own = 2;
  join(thread);
  return 0;
}
