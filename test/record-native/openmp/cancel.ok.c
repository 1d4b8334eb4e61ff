// A loop that is left early.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static int cells[100];
  int found = -1;
#pragma omp parallel num_threads(4)
  {
#pragma omp for
    for (int i = 0; i < 100; i++) {
      cells[i] = i;
      if (i == 50) {
#pragma omp atomic write
        found = i;
#pragma omp cancel for
      }
    }
#pragma omp single
    cells[0] = found;
  }
  printf("%d\n", cells[0]);
  return 0;
}
