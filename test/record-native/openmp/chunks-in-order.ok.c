// Chunks of one thread that wait for others, or are behind a barrier: loops of every kind, one after the other.
#include <omp.h>
#include <stdio.h>

int main(void) {
  static int cells[40], sum, turn, steps[41];
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 40; i++) cells[i] = i;
#pragma omp for schedule(dynamic, 3) nowait
    for (int i = 0; i < 40; i++) {
#pragma omp critical
      sum += cells[39 - i];
    }
#pragma omp barrier
#pragma omp for schedule(dynamic) ordered
    for (int i = 0; i < 40; i++) {
      cells[i] += sum;
#pragma omp ordered
      turn += i;
    }
#pragma omp for schedule(dynamic) ordered(1)
    for (int i = 1; i < 40; i++) {
#pragma omp ordered depend(sink : i - 1)
      steps[i] = steps[i - 1] + 1;
#pragma omp ordered depend(source)
    }
#pragma omp for schedule(guided) reduction(+ : sum)
    for (unsigned long long i = 0; i < 40; i++) sum += cells[i];
#pragma omp sections
    {
#pragma omp section
      cells[0] = turn;
#pragma omp section
      cells[1] = turn;
    }
#pragma omp sections nowait
    {
#pragma omp section
      cells[1]++;
#pragma omp section
      cells[0]++;
    }
  }
  printf("%d %d %d\n", sum, cells[0], steps[39]);
  return 0;
}
