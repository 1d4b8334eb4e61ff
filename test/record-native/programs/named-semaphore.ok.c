// A semaphore with a name.
#include "suite.h"
#include <fcntl.h>
#include <semaphore.h>
int value;
sem_t *room;

static void *worker(void *unused) {
  struct timespec until = in_a_while(CLOCK_REALTIME);
  if (sem_timedwait(room, &until)) abort();
  value++;
  sem_post(room);
  return unused;
}

int main(void) {
  char name[64];
  snprintf(name, sizeof name, "/foretrace-suite-%d", (int)getpid());
  room = sem_open(name, O_CREAT | O_EXCL, 0600, 1);
  if (room == SEM_FAILED) return 0;
  sem_unlink(name);
  both(worker, worker);
  sem_close(room);
  return value != 2;
}
