// A barrier for three that two come to.
#include "suite.h"

pthread_barrier_t barrier;

static void *meet(void *unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}
int main(void) {
  pthread_barrier_init(&barrier, NULL, 3);
  both(meet, meet);
}
