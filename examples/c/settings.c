// A server reads its settings in the background and answers a request a little later. The lock is for the statistics.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long reloads, requests;
static int timeout = 10;

static void *reload(void *unused) {
  timeout = 30;
  pthread_mutex_lock(&lock);
  reloads++;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *serve(void *unused) {
  sleep(2);
  pthread_mutex_lock(&lock);
  requests++;
  pthread_mutex_unlock(&lock);
  printf("answer within %d s\n", timeout);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, reload, NULL);
  pthread_create(&threads[1], NULL, serve, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
