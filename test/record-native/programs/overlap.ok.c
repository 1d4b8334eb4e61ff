// Words side by side, not aligned.
#include "suite.h"

char bytes[16];
struct __attribute__((packed)) word {
  uint32_t value;
};

static void *left(void *unused) {
  ((struct word *)(bytes + 1))->value = 1;
  return unused;
}

static void *right(void *unused) {
  ((struct word *)(bytes + 5))->value = 2;
  return unused;
}

int main(void) {
  both(left, right);
  return bytes[0];
}
