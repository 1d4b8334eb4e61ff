// Sections that have nothing in common, and what comes after them.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int a = 0, b = 0, both = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp sections
    {
#pragma omp section
      a = 1;
#pragma omp section
      b = 2;
    }
#pragma omp single
    both = a + b;
  }
  printf("%d\n", both);
  return 0;
}
