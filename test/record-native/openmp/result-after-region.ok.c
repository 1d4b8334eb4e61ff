// What a region did is over when it is left.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int done[8] = {0};
  long sum = 0;
#pragma omp parallel num_threads(4)
  done[omp_get_thread_num()] = omp_get_thread_num() + 1;
  for (int i = 0; i < 8; i++) sum += done[i];
  printf("%ld\n", sum);
  return 0;
}
