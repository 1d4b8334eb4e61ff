// Teams do not wait for each other.
#include <omp.h>
#include <stdio.h>

int main(void) {
  static int x;
#pragma omp teams num_teams(2)
  x = omp_get_team_num();
  printf("%d\n", x >= 0);
  return 0;
}
