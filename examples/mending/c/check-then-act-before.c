// Every access is under the lock, so there is no race. But what was checked need not be true any more when it is acted upon.
#include <pthread.h>
#include <stdio.h>

static int seats = 2;
static pthread_mutex_t hall = PTHREAD_MUTEX_INITIALIZER;

static void *reserve(void *got) {
  pthread_mutex_lock(&hall);
  int free = seats;
  pthread_mutex_unlock(&hall);
  pthread_mutex_lock(&hall);
  if (free > 0) seats = free - 1;
  pthread_mutex_unlock(&hall);
  *(int *)got = free > 0;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int got[2] = {0, 0};
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, reserve, &got[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  printf("%d sold, %d left\n", got[0] + got[1], seats);
  return 0;
}
