// Two tasks write the same, and neither says so.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static int x, turns;
#pragma omp parallel num_threads(2)
  {
#pragma omp single nowait
    for (int i = 0; i < 2; i++) {
#pragma omp task
      {
        x = i;
        // Both at once, by two threads.
        __atomic_add_fetch(&turns, 1, __ATOMIC_RELAXED);
        while (__atomic_load_n(&turns, __ATOMIC_RELAXED) < 2) {
        }
      }
    }
  }
  printf("%d\n", x > 0);
  return 0;
}
