// A short constant is copied into a buffer that another thread reads.
#include "suite.h"

char name[8];

static void *set(void *unused) {
  strcpy(name, "short");
  return unused;
}

static void *look(void *unused) {
  return memcmp(name, "other", 6) ? unused : name;
}

int main(void) {
  both(set, look);
  return 0;
}
