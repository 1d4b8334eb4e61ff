// Tasks that use what their thread has one of, which the thread itself prepares and reads.
#include <omp.h>
#include <stdio.h>

int main(void) {
  static int buffers[4], sum;
#pragma omp parallel num_threads(4)
  {
    buffers[omp_get_thread_num()] = 1;
#pragma omp for
    for (int i = 0; i < 40; i++) {
#pragma omp task
      buffers[omp_get_thread_num()] += i;
    }
#pragma omp critical
    sum += buffers[omp_get_thread_num()];
  }
  printf("%d\n", sum);
  return 0;
}
