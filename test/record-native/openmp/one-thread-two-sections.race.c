// Two sections write the same, and critical sections of different names do not help. One thread does both.
#include <omp.h>
#include <stdio.h>

int main(void) {
  static int x;
#pragma omp parallel sections num_threads(1)
  {
#pragma omp section
    {
#pragma omp critical(one)
      x = 1;
    }
#pragma omp section
    {
#pragma omp critical(other)
      x = 2;
    }
  }
  printf("%d\n", x > 0);
  return 0;
}
