// volatile is for devices, not for threads.
#include "suite.h"

int data;
volatile int ready;

static void *producer(void *unused) {
  data = 42;
  ready = 1;
  return unused;
}

static void *consumer(void *unused) {
  while (!ready) usleep(500);
  return data < 0 ? &data : unused;
}

int main(void) {
  both(producer, consumer);
  return 0;
}
