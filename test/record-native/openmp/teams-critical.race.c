// A critical section is one for each team.
#include <omp.h>
#include <stdio.h>

int main(void) {
  static int x;
#pragma omp teams num_teams(2) thread_limit(2)
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    x++;
  }
  printf("%d\n", x > 0);
  return 0;
}
