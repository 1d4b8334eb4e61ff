// Each iteration waits for the one before.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static int cells[101];
#pragma omp parallel for ordered(1) num_threads(4) schedule(static, 1)
  for (int i = 1; i <= 100; i++) {
#pragma omp ordered depend(sink : i - 1)
    cells[i] = cells[i - 1] + 1;
#pragma omp ordered depend(source)
  }
  printf("%d\n", cells[100]);
  return 0;
}
