// pthread_once makes it once, and whoever comes back from it sees all of it. C++ does the same for a static variable of a function.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int *squares;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make(void) {
  squares = malloc(10 * sizeof *squares);
  for (int i = 0; i < 10; i++) squares[i] = i * i;
}

static int *table(void) {
  pthread_once(&once, make);
  return squares;
}

static void *use(void *number) {
  *(int *)number = table()[*(int *)number];
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {3, 4};
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, use, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  printf("%d\n", numbers[0] + numbers[1]);
  return 0;
}
