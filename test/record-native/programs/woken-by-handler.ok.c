// The first thread waits alone, for a signal handler that posts.
#include <semaphore.h>
#include <signal.h>
#include "suite.h"

sem_t s;

static void handle(int number) {
  (void)number;
  sem_post(&s);
}
int main(void) {
  sem_init(&s, 0, 0);
  signal(SIGALRM, handle);
  alarm(4);
  while (sem_wait(&s)) {
  }
}
