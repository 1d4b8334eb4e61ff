// Two halves, copied and filled by two threads.
#include "suite.h"

char from[4096], to[4096];

static void *lower(void *unused) {
  memset(from, 1, 2048);
  memcpy(to, from, 2048);
  return unused;
}

static void *upper(void *unused) {
  memset(from + 2048, 2, 2048);
  memmove(to + 2048, from + 2048, 2048);
  return unused;
}

int main(void) {
  both(lower, upper);
  return to[0] != 1 || to[4095] != 2;
}
