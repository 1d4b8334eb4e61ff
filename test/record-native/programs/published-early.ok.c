// A block is handed on by an atomic that orders.
#include "suite.h"
static _Atomic(int *) block;

static void *user(void *unused) {
  int *got;
  while (!(got = atomic_load_explicit(&block, memory_order_acquire))) usleep(100);
  *got = 1;
  return unused;
}

int main(void) {
  pthread_t thread = start(user, NULL);
  atomic_store_explicit(&block, malloc(sizeof(int)), memory_order_release);
  join(thread);
  return *block != 1;
}
