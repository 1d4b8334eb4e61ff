// Chunks that one thread does use the same variables of that thread: private ones in every way, locals of the function that has the loop, thread-local ones.
#include <errno.h>
#include <omp.h>
#include <stdio.h>

static int own;
#pragma omp threadprivate(own)

static int deep(int n) {
  int cells[32];
  for (int i = 0; i < 32; i++) cells[i] = n + i;
  return n > 0 ? deep(n - 1) + cells[1] : cells[0];
}

// `seen` is of the thread: its chunks share it.
static int orphaned(int *results) {
  int seen = 0, *last = &seen;
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 30; i++) {
    *last += deep(i % 4);
    results[i] = i;
  }
  return seen;
}

int main(void) {
  static int results[64];
  int first = 3, last = 0, sum = 0, line = 0, total = 0;
  double sums[4] = {0};
#pragma omp parallel num_threads(2) reduction(+ : total)
  total += orphaned(results) > 0;
#pragma omp parallel for num_threads(2) schedule(dynamic) firstprivate(first) lastprivate(last) reduction(+ : sum, sums) linear(line)
  for (int i = 0; i < 64; i++) {
    int *pointer = &first, *result = &last;
    *pointer += i;
    *result = i;
    sum += results[i];
    sums[i % 4] += i;
    line++;
  }
#pragma omp parallel for num_threads(2) schedule(guided, 2)
  for (int i = 0; i < 64; i++) {
    errno = i;
    own += errno;
  }
  printf("%d %d %d %f %d\n", last, sum, line, sums[3], total >= 0);
  return 0;
}
