// One thread prepares, and nobody waits for it.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int size = 0;
  static int cells[4];
#pragma omp parallel num_threads(4)
  {
#pragma omp single nowait
    size = 4;
    cells[omp_get_thread_num()] = size;
  }
  printf("%d %d\n", size, cells[0]);
  return 0;
}
