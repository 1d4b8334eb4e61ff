// Made by whoever needs it first. Two can be first, and the one who comes second may see the pointer before what it points to.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int *squares;

static int *table(void) {
  if (squares == NULL) {
    int *made = malloc(10 * sizeof *made);
    for (int i = 0; i < 10; i++) made[i] = i * i;
    squares = made;
  }
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
