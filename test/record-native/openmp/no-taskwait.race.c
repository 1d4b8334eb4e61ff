// The result of a task that nobody waited for.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static int value, copy, done;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    {
      value = 1;
      __atomic_store_n(&done, 1, __ATOMIC_RELAXED);
    }
    // The other thread does it: this one does nothing else.
    while (!__atomic_load_n(&done, __ATOMIC_RELAXED)) {
    }
    copy = value;
  }
  printf("%d\n", copy);
  return 0;
}
