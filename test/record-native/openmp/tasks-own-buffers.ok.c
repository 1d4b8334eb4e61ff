// Tasks use a buffer of the thread that runs them, which a thread-local variable leads to.
#include <errno.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static int *own;
#pragma omp threadprivate(own)

int main(void) {
#pragma omp parallel num_threads(2)
  {
    own = calloc(4, sizeof *own);
#pragma omp single
    for (int i = 0; i < 40; i++) {
#pragma omp task
      own[i % 4] += i;
    }
    errno = own[0];
    free(own);
  }
#pragma omp parallel num_threads(1)
  for (int i = 0; i < 8; i++) {
#pragma omp task
    errno = i;
  }
  printf("%d\n", errno >= 0);
  return 0;
}
