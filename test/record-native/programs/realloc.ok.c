// Grown and read under a lock.
#include "suite.h"

int *numbers, count;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *grower(void *unused) {
  for (int i = 0; i < 20; i++) {
    pthread_mutex_lock(&lock);
    numbers = realloc(numbers, (count + 100) * sizeof *numbers);
    numbers[count++] = i;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  both(grower, grower);
  free(numbers);
  return count != 40;
}
