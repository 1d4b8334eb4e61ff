// What was written before the message was sent is there when it is received.
#include "suite.h"

int data, channel[2];

static void *sender(void *unused) {
  data = 42;
  if (write(channel[1], "x", 1) != 1) abort();
  return unused;
}

static void *receiver(void *unused) {
  char message;
  if (read(channel[0], &message, 1) != 1) abort();
  if (data != 42) abort();
  return unused;
}

int main(void) {
  if (pipe(channel)) return 1;
  both(sender, receiver);
  return 0;
}
