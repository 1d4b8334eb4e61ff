// Neighbouring bit fields share their bytes.
#include "suite.h"

struct {
  unsigned a : 3, b : 5;
} shared;

static void *left(void *unused) {
  shared.a = 1;
  return unused;
}

static void *right(void *unused) {
  shared.b = 2;
  return unused;
}

int main(void) {
  both(left, right);
  return 0;
}
