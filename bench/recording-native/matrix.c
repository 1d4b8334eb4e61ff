// Four threads multiply two matrices of n rows: accesses of memory that is read by all and written by one.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4 };
static int n;
static double *a, *b, *c;

static void *rows(void *value) {
  int first = (int)(long)value * n / THREADS, end = ((int)(long)value + 1) * n / THREADS;
  for (int i = first; i < end; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
  return NULL;
}

int main(int count, char **arguments) {
  n = count > 1 ? atoi(arguments[1]) : 200;
  double **all[] = {&a, &b, &c};
  for (int m = 0; m < 3; m++) *all[m] = calloc((size_t)n * n, sizeof(double));
  for (int i = 0; i < n * n; i++) {
    a[i] = i % 7;
    b[i] = i % 5;
  }
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, rows, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("%g\n", c[n * n / 2]);
  return 0;
}
