// Two iterations write the same. That one thread happens to do both, one chunk after the other, does not make it right.
#include <omp.h>
#include <stdio.h>

int main(void) {
  static int x;
#pragma omp parallel for num_threads(1) schedule(dynamic)
  for (int i = 0; i < 2; i++) x = i;
  printf("%d\n", x >= 0);
  return 0;
}
