// A line is printed while another thread formats it anew.
#include "suite.h"
static char line[64] = "none";

static void *writer(void *unused) {
  sprintf(line, "%d of %s", getpid() & 7, "eight");
  return unused;
}

static void *printer(void *unused) {
  FILE *sink = fopen("/dev/null", "w");
  fprintf(sink, "%5d%% %s\n", 100, line);
  fclose(sink);
  return unused;
}

int main(void) {
  both(writer, printer);
  return 0;
}
