// Who awaits a thread has the lock that this one wants.
#include "suite.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int sum;

static void *add(void *unused) {
  after(1);
  pthread_mutex_lock(&m);
  sum++;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t thread = start(add, NULL);
  pthread_mutex_lock(&m);
  reached();
  join(thread);
  pthread_mutex_unlock(&m);
}
