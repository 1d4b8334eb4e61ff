// Tasks that may go on in another thread after they have waited, and that others wait for: more of them than are told apart.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int x = 0, sums[20];
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int i = 0; i < 400; i++) {
#pragma omp task untied depend(inout : x) shared(x)
      {
        int local = x;
#pragma omp taskyield
#pragma omp task shared(local)
        local++;
#pragma omp taskwait
        x = local;
      }
    }
#pragma omp taskwait
    x++;
    for (int i = 0; i < 20; i++) {
#pragma omp task untied shared(sums)
      {
        sums[i] = i;
#pragma omp taskyield
        sums[i]++;
      }
    }
  }
  for (int i = 0; i < 20; i++) x += sums[i];
  printf("%d\n", x);
  return 0;
}
