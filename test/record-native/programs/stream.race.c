// What is written after the line was sent races with its reader.
#include "suite.h"

int data;
FILE *in, *out;

static void *writer(void *unused) {
  fputs("a line\n", out);
  fflush(out);
  data = 1;
  return unused;
}

static void *reader(void *unused) {
  char line[16];
  if (!fgets(line, sizeof line, in)) abort();
  return data < 0 ? &data : unused;
}

int main(void) {
  int ends[2];
  if (pipe(ends)) return 1;
  in = fdopen(ends[0], "r");
  out = fdopen(ends[1], "w");
  both(writer, reader);
  return 0;
}
