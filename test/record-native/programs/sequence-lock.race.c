// The data behind a sequence lock is plain: a reader may read while it is written, even if it then throws away what it read.
#include "suite.h"

int data[2];
atomic_uint sequence;

static void *writer(void *unused) {
  for (int i = 0; i < 5; i++) {
    atomic_fetch_add(&sequence, 1);
    data[0] = data[1] = i;
    atomic_fetch_add(&sequence, 1);
    usleep(500);
  }
  return unused;
}

static void *reader(void *unused) {
  int sum = 0;
  unsigned before = 0;
  for (int i = 0; i < 5; i++) {
    int a = data[0], b = data[1];
    unsigned after = atomic_load(&sequence);
    if (before % 2 == 0 && before == after) sum += a + b;
    before = after;
    usleep(500);
  }
  return sum < 0 ? data : unused;
}

int main(void) {
  both(writer, reader);
  return 0;
}
