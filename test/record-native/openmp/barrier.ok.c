// The second half of the work begins when the first is done.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static int cells[64];
  long sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
  {
    int me = omp_get_thread_num();
    for (int i = 0; i < 16; i++) cells[me * 16 + i] = i;
#pragma omp barrier
    for (int i = 0; i < 16; i++) sum += cells[(me + 1) % 4 * 16 + i];
#pragma omp barrier
    for (int i = 0; i < 16; i++) cells[(me + 2) % 4 * 16 + i] = me;
  }
  printf("%ld %d\n", sum, cells[5]);
  return 0;
}
