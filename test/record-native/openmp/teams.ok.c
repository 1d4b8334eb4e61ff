// Teams that have something each, and what the host does before and after.
#include <omp.h>
#include <stdio.h>

static int own;
#pragma omp threadprivate(own)

int main(void) {
  static int cells[64], sums[2], all;
  int total = 0;
  for (int i = 0; i < 64; i++) cells[i] = i;
#pragma omp teams num_teams(2) thread_limit(2) reduction(+ : total)
  {
    int sum = 0, *pointer = &sum;
#pragma omp distribute parallel for num_threads(2) reduction(+ : sum)
    for (int i = 0; i < 64; i++) {
#pragma omp atomic
      all += i;
      sum += cells[i]++;
    }
    sums[omp_get_team_num()] = *pointer;
    total += *pointer;
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
      sums[omp_get_team_num()]++;
      own++;
    }
  }
  printf("%d %d %d %d\n", total, sums[0] + sums[1], cells[63], all);
  return 0;
}
