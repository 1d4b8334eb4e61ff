// Workers that wait for work when the program ends wait for nothing that is missing.
#include "suite.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int work;

static void *serve(void *unused) {
  pthread_mutex_lock(&m);
  reached();
  while (!work) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  start(serve, NULL);
  start(serve, NULL);
  after(2);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}
