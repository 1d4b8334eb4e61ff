// What is written after the signal was sent races with who waited for it.
#include "suite.h"
#include <signal.h>

int data;
static sigset_t signals;

static void *waiter(void *unused) {
  int number;
  if (sigwait(&signals, &number)) abort();
  return data < 0 ? &data : unused;
}

int main(void) {
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  pthread_t thread = start(waiter, NULL);
  pthread_kill(thread, SIGUSR1);
  data = 1;
  join(thread);
  return 0;
}
