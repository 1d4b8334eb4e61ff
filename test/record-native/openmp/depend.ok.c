// Tasks one after the other, by what they need.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static int x, y, z, out[8];
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    for (int round = 0; round < 8; round++) {
#pragma omp task depend(out : x)
      x = round;
#pragma omp task depend(in : x) depend(out : y)
      y = x + 1;
#pragma omp task depend(in : x) depend(out : z)
      z = x + 2;
#pragma omp task depend(in : y, z) firstprivate(round)
      out[round] = y + z;
    }
#pragma omp task depend(mutexinoutset : x)
    x += 1;
#pragma omp task depend(mutexinoutset : x)
    x += 2;
#pragma omp taskwait depend(in : x)
    out[0] += x;
  }
  printf("%d\n", out[7]);
  return 0;
}
