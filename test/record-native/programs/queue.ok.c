// A bounded queue with a lock and two conditions; blocks go through it from one thread to the other.
#include "suite.h"

int *slots[4], count, sum;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;

static void *producer(void *unused) {
  for (int i = 0; i < 20; i++) {
    int *item = malloc(sizeof *item);
    *item = i;
    pthread_mutex_lock(&lock);
    while (count == 4) pthread_cond_wait(&not_full, &lock);
    slots[count++] = item;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void *consumer(void *unused) {
  for (int i = 0; i < 20; i++) {
    pthread_mutex_lock(&lock);
    while (count == 0) pthread_cond_wait(&not_empty, &lock);
    int *item = slots[--count];
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
    sum += *item;
    free(item);
  }
  return unused;
}

int main(void) {
  both(producer, consumer);
  return sum != 190;
}
