// The last reference is found by a relaxed decrement: the other thread's write is not ordered before the reset.
#include "suite.h"

struct object {
  atomic_int references;
  int payload;
} object = {2, 0};

static void *drop(void *unused) {
  object.payload++;
  if (atomic_fetch_sub_explicit(&object.references, 1, memory_order_relaxed) == 1) object.payload = 0;
  return unused;
}

static void *look(void *unused) {
  int seen = object.payload;
  if (atomic_fetch_sub_explicit(&object.references, 1, memory_order_relaxed) == 1) object.payload = 0;
  return seen < 0 ? &object : unused;
}

int main(void) {
  both(drop, look);
  return 0;
}
