// The second stage is seen before it is written.
#include "common.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int first, second;
static void *writer(void *a) { LOCKED(m, first = 1); LOCKED(n, second = first + 1); return a; }
static void *reader(void *a) {
  int one, two;
  late();
  LOCKED(m, one = first);
  if (!one) return a;
  LOCKED(n, two = second);
  assert(two == one + 1);
  return a;
}
int main(void) { RUN(writer, reader); }
