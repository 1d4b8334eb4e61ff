// As the racy twin, in order: neither reads that nobody uses nor writes that are overwritten make a race.
#include "suite.h"

struct pair {
  int first, second;
} pair;
int value;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  value = 1;
  value = 2;
  pthread_mutex_unlock(&lock);
  pair.first = 1;
  return unused;
}

int main(void) {
  pthread_t thread = start(worker, NULL);
  pthread_mutex_lock(&lock);
  if (value) {
  }
  pthread_mutex_unlock(&lock);
  int second = pair.second;
  join(thread);
  struct pair copy = pair;
  return 0;
}
