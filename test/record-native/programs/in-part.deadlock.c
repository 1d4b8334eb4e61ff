// Two of the threads wait for each other for ever; the program goes on, and ends.
#include "suite.h"

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *forwards(void *unused) {
  pthread_mutex_lock(&a);
  reached();
  after(2);
  pthread_mutex_lock(&b);
  return unused;
}
static void *backwards(void *unused) {
  pthread_mutex_lock(&b);
  reached();
  after(2);
  pthread_mutex_lock(&a);
  return unused;
}
int main(void) {
  start(forwards, NULL);
  start(backwards, NULL);
  after(2);
  later();
  exit(0);
}
