// A loop of more tasks than one thread makes by itself.
#include <omp.h>
#include <stdio.h>

int main(void) {
  static long cells[2000];
  long sum = 0, scale = 2;
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    scale = 3;
#pragma omp taskloop grainsize(1) firstprivate(scale)
    for (int i = 0; i < 2000; i++) cells[i] = i * scale;
    for (int i = 0; i < 2000; i++) sum += cells[i];
  }
  printf("%ld\n", sum);
  return 0;
}
