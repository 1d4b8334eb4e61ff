// Each thread has its own, and begins with that of the first.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static int own;
#pragma omp threadprivate(own)

int main(void) {
  int total = 0;
  own = 3;
#pragma omp parallel num_threads(4) copyin(own)
  for (int i = 0; i < 10; i++) own++;
#pragma omp parallel num_threads(4) reduction(+ : total)
  total += own;
  printf("%d\n", total);
  return 0;
}
