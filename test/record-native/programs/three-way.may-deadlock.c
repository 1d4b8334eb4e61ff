// A cycle of three locks that no two of the threads make, and that one after the other does not show.
#include "suite.h"

pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int sums[3];

static void *add(void *argument) {
  int i = (int)(intptr_t)argument;
  after(i);
  pthread_mutex_lock(&locks[i]);
  pthread_mutex_lock(&locks[(i + 1) % 3]);
  sums[i]++;
  pthread_mutex_unlock(&locks[(i + 1) % 3]);
  pthread_mutex_unlock(&locks[i]);
  reached();
  return NULL;
}
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) threads[i] = start(add, (void *)(intptr_t)i);
  for (int i = 0; i < 3; i++) join(threads[i]);
}
