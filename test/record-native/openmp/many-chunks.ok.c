// More chunks than are told apart, with regions within: each has memory of its own.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static int cells[2000];
  long sum = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel for num_threads(2) schedule(dynamic)
  for (int i = 0; i < 20; i++) {
#pragma omp parallel for num_threads(2) schedule(dynamic)
    for (int k = 0; k < 4; k++) cells[4 * i + k]++;
  }
#pragma omp parallel for num_threads(2) schedule(dynamic)
  for (int i = 0; i < 2000; i++) {
    int *copy = malloc(sizeof *copy);
    *copy = i;
    cells[i] += *copy;
    free(copy);
  }
  for (int i = 0; i < 2000; i++) sum += cells[i];
  printf("%ld\n", sum);
  return 0;
}
