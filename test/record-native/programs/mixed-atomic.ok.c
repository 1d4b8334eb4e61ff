// Plain before the threads and after them, atomic in between.
#include "suite.h"

int value;

static void *add(void *unused) {
  for (int i = 0; i < 20; i++) __atomic_fetch_add(&value, 1, __ATOMIC_RELAXED);
  return unused;
}

int main(void) {
  value = 2;
  both(add, add);
  return value != 42;
}
