// What is done after the teams is recorded as before.
#include <omp.h>
#include <stdio.h>

int main(void) {
  static int cells[3], x;
#pragma omp teams num_teams(3)
  cells[omp_get_team_num()]++;
#pragma omp parallel num_threads(2)
  x++;
  printf("%d %d\n", x, cells[2]);
  return 0;
}
