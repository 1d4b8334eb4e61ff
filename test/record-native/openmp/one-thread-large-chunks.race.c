// Iterations that are counted by large numbers, in chunks whose size is set while the program runs. The loop is the second of its region.
#include <omp.h>
#include <stdio.h>

static long cells[64];
static void add(unsigned long long from, unsigned long long to) {
#pragma omp for schedule(runtime)
  for (unsigned long long i = from; i < to; i++) cells[i] += cells[i - 1];
}

int main(void) {
  omp_set_schedule(omp_sched_dynamic, 2);
#pragma omp parallel num_threads(1)
  {
#pragma omp for schedule(dynamic, 4)
    for (int i = 0; i < 64; i++) cells[i] = i;
    add(1, 64);
  }
  printf("%d\n", cells[63] > 0);
  return 0;
}
