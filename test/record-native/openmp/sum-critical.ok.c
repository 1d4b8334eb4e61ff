// Everybody adds in a critical section.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int sum = 0, other = 0;
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 100; i++) {
#pragma omp critical
    sum += i;
#pragma omp critical(named)
    other += i;
  }
  printf("%d %d\n", sum, other);
  return 0;
}
