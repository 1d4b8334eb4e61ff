// A word that lies across the one that the other thread writes.
#include "suite.h"

char bytes[16];

static void *aligned(void *unused) {
  *(volatile uint32_t *)(bytes + 4) = 1;
  return unused;
}

static void *crossing(void *unused) {
  uint32_t value = 2;
  __builtin_memcpy(bytes + 6, &value, sizeof value);
  return unused;
}

int main(void) {
  both(aligned, crossing);
  return bytes[0];
}
