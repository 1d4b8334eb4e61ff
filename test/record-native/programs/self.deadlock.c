// A lock that is taken again by who has it.
#include "suite.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int sum;

static void add(int n) {
  pthread_mutex_lock(&m);
  sum += n;
  if (n > 0) add(n - 1);
  pthread_mutex_unlock(&m);
}
int main(void) { add(1); }
