// A semaphore as a lock, and as a message.
#include "suite.h"
#include <semaphore.h>
int value, message;
sem_t room, sent;

static void *worker(void *unused) {
  sem_wait(&room);
  value++;
  sem_post(&room);
  return unused;
}

static void *sender(void *unused) {
  message = 7;
  sem_post(&sent);
  return unused;
}

int main(void) {
  sem_init(&room, 0, 1);
  sem_init(&sent, 0, 0);
  pthread_t thread = start(sender, NULL);
  both(worker, worker);
  while (sem_trywait(&sent)) usleep(1000);
  int got = message;
  join(thread);
  return got != 7 || value != 2;
}
