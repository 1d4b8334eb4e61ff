// Each region uses what the one before left, by other threads.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static int cells[1000];
  for (int round = 0; round < 20; round++) {
#pragma omp parallel for num_threads(2 + round % 3)
    for (int i = 0; i < 1000; i++) cells[i] += round;
    cells[round]++;
  }
  printf("%d\n", cells[7]);
  return 0;
}
