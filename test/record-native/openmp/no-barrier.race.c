// The second half of the work begins too early.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static int cells[4];
  long sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
  {
    int me = omp_get_thread_num();
    cells[me] = me;
    sum += cells[(me + 1) % 4];
  }
  printf("%ld\n", sum);
  return 0;
}
