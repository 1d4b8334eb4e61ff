// Somebody gives what was never taken: from then on there is room for two. That this run had one after the other proves nothing.
#include "suite.h"
#include <semaphore.h>
int value;
sem_t room;

static void *worker(void *unused) {
  sem_wait(&room);
  value++;
  sem_post(&room);
  reached();
  return unused;
}

int main(void) {
  sem_init(&room, 0, 1);
  pthread_t first = start(worker, NULL);
  after(1);
  sem_post(&room);
  pthread_t second = start(worker, NULL);
  join(second);
  join(first);
  return 0;
}
