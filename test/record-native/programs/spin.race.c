// A spin lock around the read, none around the write.
#include "suite.h"

int value;
pthread_spinlock_t lock;

static void *reader(void *unused) {
  pthread_spin_lock(&lock);
  int seen = value;
  pthread_spin_unlock(&lock);
  return seen < 0 ? &value : unused;
}

static void *writer(void *unused) {
  value = 1;
  return unused;
}

int main(void) {
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  both(reader, writer);
  return 0;
}
