// An assignment of a struct reads and writes all of it.
#include "suite.h"

struct wide {
  long values[32];
} a, b;

static void *copy(void *unused) {
  a = b;
  return unused;
}

static void *change(void *unused) {
  b.values[31] = 1;
  return unused;
}

int main(void) {
  both(copy, change);
  return a.values[0] != 0;
}
