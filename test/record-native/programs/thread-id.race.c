// The new thread reads its own id where pthread_create stores it, which need not be there yet.
#include "suite.h"

pthread_t id;

static void *reads(void *unused) {
  if (pthread_equal(id, pthread_self())) return unused;
  return NULL;
}

int main(void) {
  pthread_create(&id, NULL, reads, NULL);
  pthread_join(id, NULL);
  return 0;
}
