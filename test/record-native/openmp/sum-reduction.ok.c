// Everybody adds to a copy, and the copies are added.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int sum = 0;
  double product = 1;
#pragma omp parallel for num_threads(4) reduction(+ : sum) reduction(* : product)
  for (int i = 1; i < 100; i++) sum += i, product *= 1 + 1.0 / i;
  printf("%d %g\n", sum, product);
  return 0;
}
