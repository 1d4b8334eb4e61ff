// Two semaphores as locks, in two orders.
#include <semaphore.h>
#include "suite.h"

sem_t a, b;
int sum;

static void *forwards(void *unused) {
  sem_wait(&a);
  reached();
  after(2);
  sem_wait(&b);
  sum++;
  sem_post(&b);
  sem_post(&a);
  return unused;
}
static void *backwards(void *unused) {
  sem_wait(&b);
  reached();
  after(2);
  sem_wait(&a);
  sum++;
  sem_post(&a);
  sem_post(&b);
  return unused;
}
int main(void) {
  sem_init(&a, 0, 1);
  sem_init(&b, 0, 1);
  both(forwards, backwards);
}
