// The task has run to its end before its event comes, and what is done behind that is done at the same time as what waited for it.
#include <omp.h>
#include <stdio.h>

int main(void) {
  static int x;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event)
    x = 0;
#pragma omp task firstprivate(event)
    {
      omp_fulfill_event(event);
      x = 1;
    }
#pragma omp task
    x = 2;
  }
  printf("%d\n", x);
  return 0;
}
