// Two tasks write the same, and nothing orders them. That one thread runs both does not make it right.
#include <omp.h>
#include <stdio.h>

int main(void) {
  static int x;
#pragma omp parallel num_threads(1)
  {
    for (int i = 0; i < 2; i++) {
#pragma omp task
      x = i;
    }
  }
  printf("%d\n", x >= 0);
  return 0;
}
