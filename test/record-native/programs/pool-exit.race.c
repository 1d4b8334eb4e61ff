// The program ends when jobs have hardly been handed to a pool; two of them race. The workers wait for more, which never comes.
#include "suite.h"

enum { WORKERS = 6 };
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t added = PTHREAD_COND_INITIALIZER;
int jobs, value;

static void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (jobs == 0) pthread_cond_wait(&added, &lock);
    jobs--;
    pthread_mutex_unlock(&lock);
    value++;
    // So that no worker does the jobs of two.
    reached();
    after(WORKERS);
  }
  return unused;
}

int main(void) {
  for (int i = 0; i < WORKERS; i++) start(worker, NULL);
  for (int i = 0; i < WORKERS; i++) {
    pthread_mutex_lock(&lock);
    jobs++;
    pthread_cond_signal(&added);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
