// A wait with a limit, whose result says whether the data is there, and nobody asks.
#include "common.h"
#include <time.h>
static sem_t ready;
static int data;
static void *f(void *a) { data = 1; sem_post(&ready); return a; }
static void *g(void *a) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec++;
  sem_timedwait(&ready, &until);
  data = 2;
  return a;
}
int main(void) { sem_init(&ready, 0, 1); RUN(f, g); }
