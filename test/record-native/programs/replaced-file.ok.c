// A log file is replaced while a thread writes to it: each line goes to one of the two.
#include "suite.h"
#include <fcntl.h>

int file;

static void *writes(void *unused) {
  if (write(file, "x", 1) != 1) abort();
  return unused;
}

int main(void) {
  int other = open("/dev/null", O_WRONLY);
  file = open("/dev/null", O_WRONLY);
  pthread_t thread = start(writes, NULL);
  if (dup2(other, file) != file) return 1;
  join(thread);
  return close(file);
}
