// A group is over when all of its tasks are, and theirs.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static int cells[16];
  int sum = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp taskgroup
    {
      for (int i = 0; i < 8; i++) {
#pragma omp task firstprivate(i)
        {
          cells[i] = i;
#pragma omp task
          cells[8 + i] = i;
        }
      }
    }
    for (int i = 0; i < 16; i++) sum += cells[i];
  }
  printf("%d\n", sum);
  return 0;
}
