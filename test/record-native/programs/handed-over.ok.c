// A block goes from one thread to another under a lock, and is freed there.
#include "suite.h"

int *box;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *maker(void *unused) {
  for (int i = 0; i < 10; i++) {
    int *made = calloc(4, sizeof *made);
    made[1] = i;
    pthread_mutex_lock(&lock);
    int *old = box;
    box = made;
    pthread_mutex_unlock(&lock);
    free(old);
  }
  return unused;
}

static void *taker(void *unused) {
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock(&lock);
    int *taken = box;
    box = NULL;
    pthread_mutex_unlock(&lock);
    if (taken && taken[1] < 0) abort();
    free(taken);
    usleep(300);
  }
  return unused;
}

int main(void) {
  both(maker, taker);
  free(box);
  return 0;
}
