// A thread looks whether another has been made, by the id that pthread_create stores.
#include "suite.h"

pthread_t ids[2];

static void *nothing(void *unused) { return unused; }

static void *looks(void *unused) {
  pthread_t other = ids[1];
  if (other) return unused;
  return NULL;
}

int main(void) {
  pthread_create(&ids[0], NULL, looks, NULL);
  pthread_create(&ids[1], NULL, nothing, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
