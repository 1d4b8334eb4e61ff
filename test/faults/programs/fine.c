#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
static int cells[64], rounds;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *p) {
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&mutex);
    cells[i & 63]++;
    pthread_mutex_unlock(&mutex);
  }
  return p;
}
// The number of rounds, and the signal to end with.
int main(int count, char **words) {
  rounds = count > 1 ? atoi(words[1]) : 20000;
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(t + i, NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  if (count > 2) raise(atoi(words[2]));
}
