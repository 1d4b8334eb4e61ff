// Fibers of a scheduler that may run them on two threads: here it is one, but no switch is meant to order them.
#include "fibers.h"
int value;

static void fiber(void) {
  value++;
  switch_to(0, NO_ORDER);
}

int main(void) {
  make_fiber(fiber);
  switch_to(1, NO_ORDER);
  value++;
  __tsan_destroy_fiber(fibers[1]);
  return value != 2;
}
