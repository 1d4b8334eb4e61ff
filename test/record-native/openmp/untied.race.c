// What a task does after it has waited comes after nothing but that.
#include <omp.h>
#include <stdio.h>

int main(void) {
  static int x;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task untied
    {
#pragma omp taskyield
      x = 1;
    }
    x = 2;
  }
  printf("%d\n", x > 0);
  return 0;
}
