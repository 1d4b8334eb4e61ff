// memcpy reads what the other thread fills.
#include "suite.h"

char from[4096], to[4096];

static void *copy(void *unused) {
  memcpy(to, from, sizeof to);
  return unused;
}

static void *fill(void *unused) {
  memset(from, 1, sizeof from);
  return unused;
}

int main(void) {
  both(copy, fill);
  return to[7] < 0;
}
