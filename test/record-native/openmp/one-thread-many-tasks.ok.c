// Tasks that one thread runs use the same stack, the same thread-local variables and the same memory for their data, one after the other.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static int own;
#pragma omp threadprivate(own)

static int deep(int n) {
  int cells[64];
  for (int i = 0; i < 64; i++) cells[i] = n + i;
  own += cells[n % 64];
  return n > 0 ? deep(n - 1) + cells[1] : cells[0];
}

int main(void) {
  static int results[40];
  int sum = 0;
#pragma omp parallel num_threads(1)
  {
    for (int i = 0; i < 40; i++) {
#pragma omp task firstprivate(i)
      {
        int *copy = malloc(sizeof *copy);
        *copy = deep(i % 8);
#pragma omp task if (0) shared(copy)
        *copy += 1;
        results[i] = *copy;
        free(copy);
      }
    }
    sum += deep(12) > 0;
#pragma omp taskwait
    for (int i = 0; i < 40; i++) sum += results[i];
  }
  printf("%d %d\n", sum > 0, own != 0);
  return 0;
}
