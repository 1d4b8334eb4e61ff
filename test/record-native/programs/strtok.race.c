// strtok remembers where it was, for all threads together.
#include "suite.h"

static void *worker(void *unused) {
  char text[] = "one two";
  strtok(text, " ");
  return unused;
}

int main(void) {
  both(worker, worker);
  return 0;
}
