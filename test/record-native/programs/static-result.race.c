// What localtime gives back is the same for all threads.
#include "suite.h"

static void *worker(void *unused) {
  time_t now = 0;
  struct tm *time = localtime(&now);
  if (time->tm_mon > 11) abort();
  return unused;
}

int main(void) {
  both(worker, worker);
  return 0;
}
