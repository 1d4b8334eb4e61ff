// A semaphore that lets two in is no lock.
#include "suite.h"
#include <semaphore.h>
int value;
sem_t room;

static void *worker(void *unused) {
  sem_wait(&room);
  value++;
  sem_post(&room);
  return unused;
}

int main(void) {
  sem_init(&room, 0, 2);
  both(worker, worker);
  return 0;
}
