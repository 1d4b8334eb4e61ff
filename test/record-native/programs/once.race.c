// A flag by hand where pthread_once should be.
#include "suite.h"

int ready, table;

static void *user(void *unused) {
  if (!ready) {
    table = 42;
    ready = 1;
  }
  return table < 0 ? &table : unused;
}

int main(void) {
  both(user, user);
  return 0;
}
