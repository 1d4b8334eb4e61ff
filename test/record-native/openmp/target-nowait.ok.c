// Target regions that are waited for: by taskwait, by tasks and moves of data that depend on them, by the end of the region.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int x = 0, y = 0, sums[8] = {0};
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target map(tofrom : x) nowait
    x = 1;
#pragma omp taskwait
    x++;
#pragma omp target map(tofrom : x) nowait depend(out : x)
    x++;
#pragma omp target enter data map(to : x) nowait depend(in : x) depend(out : y)
#pragma omp task depend(in : y) shared(x)
    x++;
#pragma omp target map(tofrom : x) depend(inout : y)
    x++;
#pragma omp target exit data map(from : x) depend(in : y)
    x++;
    for (int i = 0; i < 8; i++) {
#pragma omp target map(tofrom : sums) nowait firstprivate(i)
      sums[i] = i;
    }
  }
  int sum = 0;
  for (int i = 0; i < 8; i++) sum += sums[i];
#pragma omp target map(tofrom : x) nowait
  x++;
#pragma omp taskwait
  printf("%d %d\n", x, sum);
  return 0;
}
