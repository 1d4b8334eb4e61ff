// A thread of the program has a region of its own, and is a thread as any other after it.
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

static int x, cells[4];

static void *work(void *unused) {
#pragma omp parallel num_threads(2)
  cells[omp_get_thread_num()]++;
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  x = 2;
  pthread_join(thread, NULL);
  printf("%d\n", x + cells[0]);
  return 0;
}
