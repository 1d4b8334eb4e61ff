// Everybody adds to one variable.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int sum = 0;
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 100; i++) sum += i;
  printf("%d\n", sum);
  return 0;
}
