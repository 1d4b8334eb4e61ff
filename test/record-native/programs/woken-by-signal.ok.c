// All threads wait for long, but not for each other: a signal wakes them.
#include "suite.h"
#include <semaphore.h>
#include <signal.h>

static sem_t semaphore;

static void handle(int number) {
  (void)number;
  sem_post(&semaphore);
}

static void *worker(void *unused) {
  sem_wait(&semaphore);
  return unused;
}

int main(void) {
  sem_init(&semaphore, 0, 0);
  signal(SIGALRM, handle);
  alarm(6);
  join(start(worker, NULL));
  return 0;
}
