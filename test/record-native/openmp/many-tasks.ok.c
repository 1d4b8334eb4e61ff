// More tasks than are told apart, made by tasks: whoever runs them, their parents come after them.
#include <omp.h>
#include <stdio.h>

static int count(int n) {
  int left, right;
  if (n < 2) return n;
#pragma omp task shared(left)
  left = count(n - 1);
#pragma omp task shared(right)
  right = count(n - 2);
#pragma omp taskwait
  return left + right;
}

int main(void) {
  static int results[600];
  int sum = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    sum = count(16);
    for (int i = 0; i < 600; i++) {
#pragma omp task
      results[i] = i;
    }
#pragma omp taskwait
    for (int i = 0; i < 600; i++) sum += results[i];
  }
  printf("%d\n", sum);
  return 0;
}
