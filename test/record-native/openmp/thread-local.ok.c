// Chunks and tasks of one thread use its thread-local variables, those of the C library too.
#include <errno.h>
#include <omp.h>
#include <stdio.h>

static int own;
#pragma omp threadprivate(own)

int main(void) {
#pragma omp parallel for num_threads(1) schedule(dynamic)
  for (int i = 0; i < 8; i++)
    if (i > 0) errno = i;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 8; i++) {
#pragma omp task
    own += i;
  }
  printf("%d\n", errno + own >= 0);
  return 0;
}
