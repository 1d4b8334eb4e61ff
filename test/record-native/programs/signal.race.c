// A signal handler and another thread count together.
#include "suite.h"
#include <signal.h>

int count;

static void handler(int number) { count += number; }

static void *interrupted(void *unused) {
  raise(SIGUSR1);
  return unused;
}

int main(void) {
  signal(SIGUSR1, handler);
  pthread_t thread = start(interrupted, NULL);
  count++;
  join(thread);
  return 0;
}
