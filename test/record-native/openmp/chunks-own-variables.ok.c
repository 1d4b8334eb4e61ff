// Chunks that one thread does use the same variables of that thread: private ones in every way, and locals of the function that has the loop.
#include <omp.h>
#include <stdio.h>

__attribute__((noinline)) static void add(int *to, int n) { *to += n; }

static int deep(int n) {
  int cells[32] = {0};
  for (int i = 0; i < 32; i++) add(cells + i, n + i);
  return n > 0 ? deep(n - 1) + cells[1] : cells[0];
}

// `seen` is of the thread: its chunks share it.
static int orphaned(int *results) {
  int seen = 0;
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 30; i++) {
    add(&seen, deep(i % 4));
    results[i] = i;
  }
  return seen;
}

int main(void) {
  static int results[64];
  int first = 3, last = 0, sum = 0, line = 0, total = 0, sums[4] = {0};
#pragma omp parallel num_threads(2) reduction(+ : total)
  total += orphaned(results) > 0;
#pragma omp parallel for num_threads(2) schedule(dynamic) firstprivate(first) lastprivate(last) reduction(+ : sum, sums) linear(line)
  for (int i = 0; i < 64; i++) {
    add(&first, i);
    last = 0;
    add(&last, i);
    add(&sum, results[i]);
    add(&sums[i % 4], i);
    add(&line, 1);
  }
  printf("%d %d %d %d %d\n", last, sum, line, sums[3], total >= 0);
  return 0;
}
