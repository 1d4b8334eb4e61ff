// A signal handler reads what was written before it was set, in whichever thread it runs.
#include "suite.h"
#include <signal.h>

int limit, missed;

static void handler(int number) {
  (void)number;
  if (limit != 7) missed = 1;
}

static void *interrupted(void *unused) {
  after(1);
  raise(SIGUSR1);
  raise(SIGUSR2);
  return unused;
}

int main(void) {
  pthread_t thread = start(interrupted, NULL);
  limit = 7;
  struct sigaction action = {.sa_handler = handler}, now;
  sigaction(SIGUSR1, &action, NULL);
  signal(SIGUSR2, handler);
  reached();
  // The program sees its own handlers.
  if (sigaction(SIGUSR1, NULL, &now) || now.sa_handler != handler || signal(SIGUSR2, handler) != handler) return 1;
  join(thread);
  return missed;
}
