#include "tally.h"
#include <pthread.h>

struct tally tally;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void count(int prime) {
  tally.found++;
  pthread_mutex_lock(&lock);
  if (prime > tally.largest) tally.largest = prime;
  pthread_mutex_unlock(&lock);
}
