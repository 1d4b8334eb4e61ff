// Chunks and sections use a buffer of the thread that runs them, which a thread-local variable leads to. It is the first that the program uses.
#include <omp.h>
#include <stdio.h>

static int first[4], buffers[2][4], next, *own;
#pragma omp threadprivate(own)

static void use(int i) {
  if (!own) own = buffers[__atomic_fetch_add(&next, 1, __ATOMIC_RELAXED)];
  for (int k = 0; k < 4; k++) own[k] = i + k;
}

int main(void) {
  // Not the first chunk.
#pragma omp parallel for num_threads(1) schedule(dynamic)
  for (int i = 0; i < 8; i++)
    if (i > 0) {
      if (!own) own = first;
      own[0] = i;
    }
  own = NULL;
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    use(1);
#pragma omp section
    use(2);
#pragma omp section
    use(3);
#pragma omp section
    use(4);
  }
#pragma omp parallel for num_threads(2) schedule(dynamic)
  for (int i = 0; i < 8; i++) use(i);
#pragma omp parallel num_threads(2)
  {
    int *copy = own;
#pragma omp for schedule(guided)
    for (int i = 0; i < 8; i++)
      if (copy) copy[0] = i;
  }
  printf("%d\n", buffers[0][0] >= 0);
  return 0;
}
