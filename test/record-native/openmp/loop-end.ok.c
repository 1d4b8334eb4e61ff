// A loop ends for all at once, however its iterations were handed out.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static int from[400], to[400];
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(dynamic, 3)
    for (int i = 0; i < 400; i++) from[i] = i;
#pragma omp for schedule(guided)
    for (int i = 0; i < 400; i++) to[i] = from[399 - i];
#pragma omp for schedule(static, 7)
    for (int i = 0; i < 400; i++) from[i] = to[399 - i];
#pragma omp for schedule(runtime)
    for (int i = 0; i < 400; i++) to[i] = from[399 - i];
  }
  printf("%d\n", to[3]);
  return 0;
}
