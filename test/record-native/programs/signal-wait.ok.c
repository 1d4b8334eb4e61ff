// Who sends a signal has done what came before it, for who waits for it and for its handler.
#include "suite.h"
#include <signal.h>

int waited, informed, timed, handled, seen;
static sigset_t signals;

static void handler(int number) {
  (void)number;
  seen = handled;
}

static void *waiter(void *unused) {
  struct timespec long_time = {3600, 0};
  int number;
  if (sigwait(&signals, &number)) abort();
  if (waited != 1) abort();
  reached();
  if (sigwaitinfo(&signals, NULL) < 0) abort();
  if (informed != 1) abort();
  reached();
  if (sigtimedwait(&signals, NULL, &long_time) < 0) abort();
  if (timed != 1) abort();
  reached();
  always_after(4);
  return unused;
}

int main(void) {
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  signal(SIGUSR2, handler);
  pthread_t thread = start(waiter, NULL);
  waited = 1;
  pthread_kill(thread, SIGUSR1);
  always_after(1);
  informed = 1;
  kill(getpid(), SIGUSR1);
  always_after(2);
  timed = 1;
  sigqueue(getpid(), SIGUSR1, (union sigval){0});
  always_after(3);
  handled = 1;
  pthread_kill(thread, SIGUSR2);
  reached();
  join(thread);
  return 0;
}
