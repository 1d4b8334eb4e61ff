// Cancelled while it waits with the lock: the cleanup handler unlocks, the join orders.
#include "suite.h"

int steps, never;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void unlock(void *held) {
  steps++;
  pthread_mutex_unlock(held);
}

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(unlock, &lock);
  while (!never) pthread_cond_wait(&changed, &lock);
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  pthread_t thread = start(worker, NULL);
  later();
  pthread_mutex_lock(&lock);
  steps++;
  pthread_mutex_unlock(&lock);
  pthread_cancel(thread);
  join(thread);
  return steps != 2;
}
