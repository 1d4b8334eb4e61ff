// Tasks are over at the next barrier, and at the end of the region.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static int cells[40], sum;
#pragma omp parallel num_threads(4)
  {
#pragma omp single nowait
    for (int i = 0; i < 40; i++) {
#pragma omp task firstprivate(i)
      cells[i] = i;
    }
#pragma omp barrier
#pragma omp single
    for (int i = 0; i < 40; i++) sum += cells[i];
#pragma omp task
    {
#pragma omp critical
      sum++;
    }
  }
  printf("%d\n", sum);
  return 0;
}
