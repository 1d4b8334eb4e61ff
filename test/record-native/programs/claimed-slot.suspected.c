// Check-then-act, and no annotation: the slot is looked at in one section and taken in the next. In this run one thread comes after the other.
#include "suite.h"

int owner;
pthread_mutex_t pool = PTHREAD_MUTEX_INITIALIZER;

static void claim(int me) {
  pthread_mutex_lock(&pool);
  int is_free = owner == 0;
  pthread_mutex_unlock(&pool);
  if (!is_free) return;
  pthread_mutex_lock(&pool);
  owner = me;
  pthread_mutex_unlock(&pool);
}

static void *first(void *unused) {
  claim(1);
  pthread_mutex_lock(&pool);
  owner = 0;
  pthread_mutex_unlock(&pool);
  reached();
  return unused;
}

static void *second(void *unused) {
  after(1);
  claim(2);
  return unused;
}

int main(void) {
  both(first, second);
  return 0;
}
