// A loop of tasks, with and without a sum, whose end is waited for.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static int cells[200];
  int sum = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp taskloop grainsize(10)
    for (int i = 0; i < 200; i++) cells[i] = i;
#pragma omp taskloop num_tasks(8) reduction(+ : sum)
    for (unsigned long long i = 0; i < 200; i++) sum += cells[i];
    cells[0] = sum;
  }
  printf("%d\n", cells[0]);
  return 0;
}
