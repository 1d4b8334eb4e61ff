// Critical sections of two names do not exclude each other.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp critical(one)
      sum++;
    } else {
#pragma omp critical(other)
      sum++;
    }
  }
  printf("%d\n", sum);
  return 0;
}
