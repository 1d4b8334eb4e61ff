// A file descriptor is given to another file while a thread may close it: that may close the other file.
#include "suite.h"
#include <fcntl.h>

int file;

static void *closes(void *unused) {
  after(1);
  if (close(file)) abort();
  return unused;
}

int main(void) {
  int other = open("/dev/null", O_WRONLY);
  file = open("/dev/null", O_WRONLY);
  pthread_t thread = start(closes, NULL);
  if (dup2(other, file) != file) return 1;
  reached();
  join(thread);
  return 0;
}
