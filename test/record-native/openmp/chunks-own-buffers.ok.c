// Each thread has a buffer for all chunks that it does, and gets to it in one of the ways that there are.
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int shared[8], next;
static pthread_key_t key;

static void use(int *buffer, int i) {
  for (int k = 0; k < 4; k++) buffer[k] = i + k;
}

int main(void) {
  pthread_key_create(&key, NULL);
#pragma omp parallel num_threads(2)
  pthread_setspecific(key, malloc(4 * sizeof *shared));
  // Allocated before the loop; by the first chunk.
#pragma omp parallel num_threads(2)
  {
    int *buffer = malloc(4 * sizeof *buffer);
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 8; i++) use(buffer, i);
    free(buffer);
  }
  int *late = NULL;
#pragma omp parallel for num_threads(2) schedule(dynamic) firstprivate(late)
  for (int i = 0; i < 8; i++) {
    if (!late) late = malloc(4 * sizeof *late);
    use(late, i);
  }
#pragma omp parallel for num_threads(2) schedule(dynamic)
  for (int i = 0; i < 8; i++) use(pthread_getspecific(key), i);
  // By the number of the thread.
#pragma omp parallel num_threads(2)
  {
    int *buffer = shared + 4 * omp_get_thread_num();
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 8; i++) use(buffer, i);
  }
#pragma omp parallel for num_threads(2) schedule(dynamic)
  for (int i = 0; i < 8; i++) use(shared + 4 * omp_get_thread_num(), i);
#pragma omp parallel sections num_threads(1)
  {
#pragma omp section
    use(shared + 4 * omp_get_thread_num(), 1);
#pragma omp section
    use(shared + 4 * omp_get_thread_num(), 2);
  }
  // By the turn in which threads came.
#pragma omp parallel num_threads(2)
  {
    int mine;
#pragma omp atomic capture
    mine = next++;
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 8; i++) use(shared + 4 * mine, i);
  }
  next = 0;
  int mine = -1;
#pragma omp parallel for num_threads(2) schedule(dynamic) firstprivate(mine)
  for (int i = 0; i < 8; i++) {
    if (mine < 0) {
#pragma omp critical
      mine = next++;
    }
    use(shared + 4 * mine, i);
  }
  // A buffer that one of them alone knows of.
#pragma omp parallel num_threads(2)
  {
    int *buffer = NULL;
#pragma omp single
    buffer = shared;
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 8; i++)
      if (buffer) use(buffer, i);
  }
  printf("%d\n", shared[0] >= 0);
  return 0;
}
