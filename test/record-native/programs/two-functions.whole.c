// One function reads under the lock, another writes there; nobody decides by what was read: the two have nothing to do with each other.
#include "suite.h"

int level;
int shown;
pthread_mutex_t gauge = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline)) static void show(void) {
  pthread_mutex_lock(&gauge);
  shown = level;
  pthread_mutex_unlock(&gauge);
}

__attribute__((noinline)) static void reset(void) {
  pthread_mutex_lock(&gauge);
  level = 0;
  pthread_mutex_unlock(&gauge);
}

static void *work(void *unused) {
  show();
  reset();
  return unused;
}

int main(void) {
  both(work, work);
  return 0;
}
