// One thread cannot race.
#include "suite.h"

int value;

int main(void) {
  for (int i = 0; i < 1000; i++) value += i;
  return value < 0;
}
