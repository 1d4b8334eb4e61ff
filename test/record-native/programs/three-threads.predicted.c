// The order goes through a third thread, by two locks.
#include "suite.h"

int data;
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
  data = 1;
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  reached();
  return unused;
}

static void *between(void *unused) {
  after(1);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  reached();
  return unused;
}

static void *last(void *unused) {
  after(2);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  data = 2;
  return unused;
}

int main(void) {
  pthread_t one = start(first, NULL), two = start(between, NULL), three = start(last, NULL);
  join(one);
  join(two);
  join(three);
  return 0;
}
