// Two threads await each other's end. The main thread has left: to the kernel it is there until they have ended.
#include "suite.h"

pthread_barrier_t all;
pthread_t one, other;

static void *first(void *unused) {
  pthread_barrier_wait(&all);
  pthread_join(other, NULL);
  return unused;
}
static void *second(void *unused) {
  pthread_barrier_wait(&all);
  pthread_join(one, NULL);
  return unused;
}
int main(void) {
  pthread_barrier_init(&all, NULL, 3);
  one = start(first, NULL);
  other = start(second, NULL);
  pthread_barrier_wait(&all);
  pthread_exit(NULL);
}
