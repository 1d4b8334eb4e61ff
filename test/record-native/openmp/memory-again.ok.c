// Memory of OpenMP's own functions, which the next task gets again.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(1)
  for (int i = 0; i < 10; i++) {
    int *block = omp_alloc(64, omp_default_mem_alloc);
#pragma omp task firstprivate(block) shared(sum)
    {
      block[0] = i;
#pragma omp atomic
      sum += block[0];
      omp_free(block, omp_default_mem_alloc);
    }
  }
  printf("%d\n", sum);
  return 0;
}
