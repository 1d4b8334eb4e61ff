// A tree of tasks, each of which waits for its own.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static long fibonacci(int n) {
  if (n < 2) return n;
  long a, b;
#pragma omp task shared(a)
  a = fibonacci(n - 1);
#pragma omp task shared(b)
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  long result = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  result = fibonacci(10);
  printf("%ld\n", result);
  return 0;
}
