// What is written after the message was sent races with its receiver.
#include "suite.h"

int data, channel[2];

static void *sender(void *unused) {
  if (write(channel[1], "x", 1) != 1) abort();
  data = 42;
  return unused;
}

static void *receiver(void *unused) {
  char message;
  if (read(channel[0], &message, 1) != 1) abort();
  return data < 0 ? &data : unused;
}

int main(void) {
  if (pipe(channel)) return 1;
  both(sender, receiver);
  return 0;
}
