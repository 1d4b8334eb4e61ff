// Whether there is something is asked in one critical section, and taken in another.
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int top = 1;
static void *pop(void *a) {
  int any;
  if (a) late();
  LOCKED(m, any = top > 0);
  if (any) LOCKED(m, top--; assert(top >= 0));
  return a;
}
int main(void) { RUN(pop, pop); }
