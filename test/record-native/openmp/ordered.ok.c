// Iterations one after the other.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int last = -1, sum = 0;
#pragma omp parallel for ordered num_threads(4) schedule(static, 1)
  for (int i = 0; i < 100; i++) {
    int mine = i * i;
#pragma omp ordered
    {
      sum += mine;
      last = i;
    }
  }
  printf("%d %d\n", last, sum);
  return 0;
}
