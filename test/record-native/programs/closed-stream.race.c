// One thread closes a stream that another one still writes to.
#include "suite.h"

FILE *out;

static void *writer(void *unused) {
  fputs("a line\n", out);
  fflush(out);
  return unused;
}

static void *closer(void *unused) {
  // Long after, so that the program lives; nothing makes it so.
  after(1);
  fclose(out);
  return unused;
}

static void *first(void *unused) {
  writer(NULL);
  reached();
  return unused;
}

int main(void) {
  out = tmpfile();
  both(first, closer);
  return 0;
}
