// A variable that is only written, which compilers like to leave out.
#include "suite.h"
static int last;

static void *worker(void *number) {
  last = *(int *)number;
  return NULL;
}

int main(void) {
  int numbers[] = {1, 2};
  pthread_t a = start(worker, &numbers[0]), b = start(worker, &numbers[1]);
  join(a);
  join(b);
  return 0;
}
