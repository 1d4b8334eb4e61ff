// One thread makes a value, and all get it.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static int *shared, seen[4];
#pragma omp parallel num_threads(4)
  {
    int *made;
    for (int round = 0; round < 5; round++) {
#pragma omp single copyprivate(made)
      {
        made = malloc(4 * sizeof *made);
        for (int i = 0; i < 4; i++) made[i] = i + round;
        shared = made;
      }
      seen[omp_get_thread_num()] = made[omp_get_thread_num()] + (shared == made);
#pragma omp barrier
#pragma omp master
      free(made);
    }
  }
  printf("%d\n", seen[2]);
  return 0;
}
