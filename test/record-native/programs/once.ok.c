// The one who comes second sees what the first one made.
#include "suite.h"

int table;
pthread_once_t once = PTHREAD_ONCE_INIT;

static void make(void) { table = 42; }

static void *user(void *unused) {
  pthread_once(&once, make);
  if (table != 42) abort();
  return unused;
}

int main(void) {
  both(user, user);
  return 0;
}
