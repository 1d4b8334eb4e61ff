// Threads open and close files of their own, and get the same numbers one after the other; one is closed after its last use.
#include "suite.h"
#include <fcntl.h>

int ends[2];

static void *own(void *unused) {
  for (int i = 0; i < 20; i++) {
    char byte;
    int file = open("/dev/zero", O_RDONLY);
    if (read(file, &byte, 1) != 1) abort();
    close(file);
  }
  if (write(ends[1], "x", 1) != 1) abort();
  return unused;
}

int main(void) {
  char bytes[2];
  if (pipe(ends)) return 1;
  pthread_t a = start(own, NULL), b = start(own, NULL);
  for (int got = 0; got < 2;) {
    int n = read(ends[0], bytes + got, 2 - got);
    if (n <= 0) abort();
    got += n;
  }
  close(ends[1]);
  close(ends[0]);
  join(a);
  join(b);
  return 0;
}
