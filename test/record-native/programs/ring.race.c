// A ring of one producer and one consumer with plain indices.
#include "suite.h"

int ring[8];
unsigned head, tail;

static void *producer(void *unused) {
  for (int i = 0; i < 20; i++) {
    while (*(volatile unsigned *)&head - *(volatile unsigned *)&tail == 8) usleep(100);
    ring[head % 8] = i;
    *(volatile unsigned *)&head = head + 1;
  }
  return unused;
}

static void *consumer(void *unused) {
  int sum = 0;
  for (int i = 0; i < 20; i++) {
    while (*(volatile unsigned *)&head == *(volatile unsigned *)&tail) usleep(100);
    sum += ring[tail % 8];
    *(volatile unsigned *)&tail = tail + 1;
  }
  return sum < 0 ? ring : unused;
}

int main(void) {
  both(producer, consumer);
  return 0;
}
