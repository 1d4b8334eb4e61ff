// A mutex is destroyed while another thread may still take it.
#include "suite.h"

pthread_mutex_t lock;

static void *use(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  reached();
  return unused;
}

int main(void) {
  pthread_mutex_init(&lock, NULL);
  pthread_t user = start(use, NULL);
  after(1);
  pthread_mutex_destroy(&lock);
  join(user);
  return 0;
}
