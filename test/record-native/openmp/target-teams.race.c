// The program does not say how many teams there are: two would do the same at once.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int x = 0;
#pragma omp target map(tofrom : x)
#pragma omp teams
  x++;
  printf("%d\n", x > 0);
  return 0;
}
