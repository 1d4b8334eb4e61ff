// One thread prepares, all others wait for it.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int size = 0;
  static int cells[4];
#pragma omp parallel num_threads(4)
  {
#pragma omp single
    size = 4;
    cells[omp_get_thread_num()] = size;
#pragma omp barrier
#pragma omp single
    size = cells[0] + cells[3];
  }
  printf("%d\n", size);
  return 0;
}
