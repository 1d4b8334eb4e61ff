// The program ends when its threads have hardly been made.
#include "suite.h"

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int value;

static void *set(void *unused) {
  pthread_mutex_lock(&lock);
  value = 0;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  for (int i = 0; i < 3; i++) pthread_detach(start(set, NULL));
  return value;
}
