// Nobody waits for the target region.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target map(tofrom : x) nowait
    x = 1;
    x = 2;
  }
  printf("%d\n", x > 0);
  return 0;
}
