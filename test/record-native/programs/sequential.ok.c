// Sequentially consistent atomics hand the data over and back.
#include "suite.h"

int data;
atomic_int turn;

static void *ping(void *unused) {
  for (int i = 0; i < 5; i++) {
    while (turn != 0) usleep(200);
    data++;
    turn = 1;
  }
  return unused;
}

static void *pong(void *unused) {
  for (int i = 0; i < 5; i++) {
    while (turn != 1) usleep(200);
    data++;
    turn = 0;
  }
  return unused;
}

int main(void) {
  both(ping, pong);
  return data != 10;
}
