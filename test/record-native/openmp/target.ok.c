// Target regions of the host, one after the other, with data that are there already; and by several threads.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
static int twice(int n) { return 2 * n; }
#pragma omp end declare target

int main(void) {
  enum { COUNT = 64 };
  int cells[COUNT], sum = 0, scale = 3, *block = malloc(COUNT * sizeof *block);
  for (int i = 0; i < COUNT; i++) block[i] = i;
#pragma omp target data map(tofrom : cells) map(to : block[0 : COUNT])
  {
#pragma omp target
#pragma omp teams distribute parallel for num_teams(2) num_threads(2)
    for (int i = 0; i < COUNT; i++) cells[i] = block[i] * scale;
#pragma omp target update from(cells)
    cells[0]++;
#pragma omp target update to(cells)
#pragma omp target teams distribute parallel for reduction(+ : sum)
    for (int i = 0; i < COUNT; i++) sum += twice(cells[i]);
  }
#pragma omp target enter data map(to : cells)
#pragma omp target parallel for map(tofrom : sum) reduction(+ : sum) num_threads(2)
  for (int i = 0; i < COUNT; i++) sum += cells[i];
#pragma omp target exit data map(from : cells)
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 8; i++) {
#pragma omp target map(tofrom : cells[i : 1]) firstprivate(scale)
    {
      scale += i;
      cells[i] += scale;
    }
  }
  printf("%d %d\n", sum, cells[0]);
  free(block);
  return 0;
}
