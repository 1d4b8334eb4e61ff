// A loop that nobody waits for, and one that needs all of it.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static int from[400], to[400];
#pragma omp parallel num_threads(4)
  {
#pragma omp for nowait
    for (int i = 0; i < 400; i++) from[i] = i;
#pragma omp for
    for (int i = 0; i < 400; i++) to[i] = from[399 - i];
  }
  printf("%d\n", to[3]);
  return 0;
}
