// A fiber and main take turns: a switch hands on what was done before.
#include "fibers.h"
int value;

static void fiber(void) {
  value++;
  switch_to(0, ORDERED);
}

int main(void) {
  make_fiber(fiber);
  value = 1;
  switch_to(1, ORDERED);
  value++;
  __tsan_destroy_fiber(fibers[1]);
  return value != 3;
}
