// Everybody adds atomically, also a type that the processor cannot add to at once.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int sum = 0;
  long double wide = 0;
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 100; i++) {
#pragma omp atomic
    sum += i;
#pragma omp atomic
    wide += i;
  }
  printf("%d %Lg\n", sum, wide);
  return 0;
}
