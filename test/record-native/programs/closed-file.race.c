// A file descriptor is closed while another thread may still write to it.
#include "suite.h"
#include <signal.h>

int ends[2];

static void *writes(void *unused) {
  ssize_t written = write(ends[1], "x", 1);
  reached();
  return written > 1 ? ends : unused;
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  if (pipe(ends)) return 1;
  pthread_t thread = start(writes, NULL);
  after(1);
  close(ends[0]);
  close(ends[1]);
  join(thread);
  return 0;
}
