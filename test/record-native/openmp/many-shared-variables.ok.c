// A region that shares more variables than a call has registers for.
#include <omp.h>
#include <stdio.h>

#define MAKE(n) int a##n = n, b##n = n, c##n = n, d##n = n, e##n = n, f##n = n, g##n = n, h##n = n, i##n = n, j##n = n;
#define CHANGE(n) a##n++, b##n++, c##n++, d##n++, e##n++, f##n++, g##n++, h##n++, i##n++, j##n++;
#define SUM(n) (a##n + b##n + c##n + d##n + e##n + f##n + g##n + h##n + i##n + j##n)

int main(void) {
  MAKE(1) MAKE(2) MAKE(3) MAKE(4) MAKE(5) MAKE(6) MAKE(7) MAKE(8)
  int some = 0, all = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    {
      CHANGE(1) CHANGE(2)
      some += SUM(1) + SUM(2);
    }
  }
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    {
      CHANGE(3) CHANGE(4) CHANGE(5) CHANGE(6) CHANGE(7) CHANGE(8)
      all += SUM(1) + SUM(2) + SUM(3) + SUM(4) + SUM(5) + SUM(6) + SUM(7) + SUM(8);
    }
  }
  printf("%d %d\n", some, all);
  return 0;
}
