// The waiter destroys the condition variable, while the one who signals after its unlock may not yet have done so.
#include "suite.h"

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed;
int ready;

static void *signals(void *unused) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_mutex_unlock(&lock);
  pthread_cond_signal(&changed);
  reached();
  return unused;
}

int main(void) {
  pthread_cond_init(&changed, NULL);
  pthread_t thread = start(signals, NULL);
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  after(1);
  pthread_cond_destroy(&changed);
  join(thread);
  return 0;
}
