// Lines that go through a pipe by way of the C library's streams: what was written before one was sent is there when it is read.
#include "suite.h"

enum { LINES = 4 };
int data[LINES + 1];
FILE *in, *out;

static void *writer(void *unused) {
  data[0] = 1;
  fputs("a line\n", out);
  fflush(out);
  data[1] = 1;
  fprintf(out, "%d\n", 7);
  fflush(out);
  data[2] = 1;
  fputc('x', out);
  fflush(out);
  data[3] = 1;
  putc('\n', out);
  fwrite("the last\n", 1, 9, out);
  fflush(out);
  data[4] = 1;
  fclose(out);
  return unused;
}

static void *reader(void *unused) {
  char line[16], *longer = NULL;
  size_t room = 0;
  int number, sum = 0;
  if (!fgets(line, sizeof line, in)) abort();
  sum += data[0];
  if (fscanf(in, "%d\n", &number) != 1 || number != 7) abort();
  sum += data[1];
  if (fgetc(in) != '\n' && getc(in) != '\n') abort();
  sum += data[2];
  if (getline(&longer, &room, in) != 9) abort();
  sum += data[3];
  if (fread(line, 1, sizeof line, in)) abort();
  sum += data[4];
  free(longer);
  if (sum != LINES + 1) abort();
  return unused;
}

int main(void) {
  int ends[2];
  if (pipe(ends)) return 1;
  in = fdopen(ends[0], "r");
  out = fdopen(ends[1], "w");
  both(writer, reader);
  fclose(in);
  return 0;
}
