// Regions within a region.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static int cells[4][8];
  int sum = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    int outer = omp_get_thread_num();
    for (int round = 0; round < 3; round++) {
#pragma omp parallel num_threads(2)
      cells[outer][omp_get_thread_num()] += round;
      cells[outer][7] = cells[outer][0] + cells[outer][1];
    }
  }
  for (int i = 0; i < 4; i++) sum += cells[i][7];
  printf("%d\n", sum);
  return 0;
}
