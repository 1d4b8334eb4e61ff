// Tasks that their maker waits for: outside of all regions, in a final task, and where a condition says so. Their children are their own.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int x = 0;
#pragma omp task shared(x)
  x++;
  x++;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task final(1) shared(x)
    {
#pragma omp task shared(x)
      x++;
      x++;
    }
#pragma omp taskwait
#pragma omp task if (0) shared(x)
    {
#pragma omp task shared(x)
      x++;
#pragma omp taskwait
      x++;
    }
    x++;
  }
#pragma omp parallel if (0)
  {
#pragma omp barrier
#pragma omp task shared(x)
    x++;
#pragma omp taskwait
    x++;
  }
  printf("%d\n", x);
  return 0;
}
