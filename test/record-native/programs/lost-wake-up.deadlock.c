// The signal comes before anybody waits for it.
#include "suite.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int sum;

static void *tell(void *unused) {
  pthread_mutex_lock(&m);
  sum++;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  reached();
  return unused;
}
int main(void) {
  pthread_t thread = start(tell, NULL);
  after(1);
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  join(thread);
}
