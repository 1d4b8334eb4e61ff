// One wakes many; each takes its turn.
#include "suite.h"

int turn, done;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *worker(void *number) {
  pthread_mutex_lock(&lock);
  while (turn != (intptr_t)number) {
    struct timespec until = in_a_while(CLOCK_REALTIME);
    pthread_cond_timedwait(&changed, &lock, &until);
  }
  done++;
  turn++;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (intptr_t i = 0; i < 4; i++) threads[i] = start(worker, (void *)i);
  for (int i = 0; i < 4; i++) join(threads[i]);
  return done != 4;
}
