// Both threads wait for plain variables. Every look must be one at memory: taken out of the loops, neither would ever end.
#include "suite.h"

static struct {
  int turns;
  int stop;
} shared, *at = &shared;
static int ended;

static void *worker(void *unused) {
  while (!at->stop) at->turns++;
  ended = 1;
  return unused;
}

int main(void) {
  pthread_t thread = start(worker, NULL);
  later();
  at->stop = 1;
  while (!ended) {
  }
  join(thread);
  return 0;
}
