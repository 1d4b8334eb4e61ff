// Tasks that are over by an event: what is done before the event comes is seen by whoever waits for the task.
#include <omp.h>
#include <stdio.h>

int main(void) {
  static int x, y, z, w;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t first, second, third, last;
#pragma omp task detach(first)
    y = 1;
#pragma omp task firstprivate(first)
    {
      // Nobody waits for the task in a task.
#pragma omp task firstprivate(first)
      {
        x = 1;
        omp_fulfill_event(first);
      }
    }
#pragma omp taskwait
    x++, y++;
#pragma omp task detach(second) depend(out : z)
    z = 1;
#pragma omp task depend(in : z)
    z++, w++;
    w++;
    omp_fulfill_event(second);
#pragma omp taskgroup
    {
#pragma omp task detach(third)
      y++;
#pragma omp task firstprivate(third)
      {
        x++;
        omp_fulfill_event(third);
      }
    }
    x++, y++;
#pragma omp task detach(last)
    y++;
#pragma omp task firstprivate(last)
    {
      x++;
      omp_fulfill_event(last);
    }
  }
  printf("%d %d %d %d\n", x, y, z, w);
  return 0;
}
