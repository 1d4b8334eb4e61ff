// The try and timed forms of a reader-writer lock.
#include "suite.h"

int value;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *unused) {
  for (int i = 0; i < 20; i++) {
    struct timespec until = in_a_while(CLOCK_REALTIME);
    if (pthread_rwlock_tryrdlock(&lock) != 0 && pthread_rwlock_timedrdlock(&lock, &until) != 0) continue;
    if (value < 0) abort();
    pthread_rwlock_unlock(&lock);
  }
  return unused;
}

static void *writer(void *unused) {
  for (int i = 0; i < 20; i++) {
    struct timespec until = in_a_while(CLOCK_REALTIME);
    if (pthread_rwlock_trywrlock(&lock) != 0 && pthread_rwlock_timedwrlock(&lock, &until) != 0) continue;
    value++;
    pthread_rwlock_unlock(&lock);
  }
  return unused;
}

int main(void) {
  both(reader, writer);
  return 0;
}
