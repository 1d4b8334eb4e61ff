// A spin lock around both, once by trying.
#include "suite.h"

int value;
pthread_spinlock_t lock;

static void *locker(void *unused) {
  for (int i = 0; i < 20; i++) {
    pthread_spin_lock(&lock);
    value++;
    pthread_spin_unlock(&lock);
  }
  return unused;
}

static void *trier(void *unused) {
  for (int i = 0; i < 20; i++) {
    while (pthread_spin_trylock(&lock)) usleep(100);
    value++;
    pthread_spin_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  both(locker, trier);
  return value != 40;
}
