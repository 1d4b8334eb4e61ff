// Regions that are one loop.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static int a[300];
#pragma omp parallel for num_threads(3) schedule(dynamic)
  for (int i = 0; i < 300; i++) a[i] = i;
#pragma omp parallel for num_threads(4) schedule(guided, 2)
  for (int i = 0; i < 300; i++) a[i] *= 2;
#pragma omp parallel for num_threads(2) schedule(runtime)
  for (int i = 0; i < 300; i++) a[i] += 1;
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    a[0] = 7;
#pragma omp section
    a[1] = 8;
  }
  printf("%d\n", a[0] + a[1] + a[299]);
  return 0;
}
