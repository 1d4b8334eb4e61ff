// One side is atomic, the other is not.
#include "suite.h"

int value;

static void *atomic_side(void *unused) {
  __atomic_store_n(&value, 1, __ATOMIC_SEQ_CST);
  return unused;
}

static void *plain_side(void *unused) { return value < 0 ? &value : unused; }

int main(void) {
  both(atomic_side, plain_side);
  return 0;
}
