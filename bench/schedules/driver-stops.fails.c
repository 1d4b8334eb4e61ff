// A driver is stopped while a request is on its way: it asked before, and counted itself in after.
#include "common.h"
static atomic_int stopping, stopped, pending = 1;
static void leave(void) { if (atomic_fetch_sub(&pending, 1) == 1) atomic_store(&stopped, 1); }
static void *request(void *a) {
  if (atomic_load(&stopping)) return a;
  atomic_fetch_add(&pending, 1);
  if (!atomic_load(&stopping)) assert(!atomic_load(&stopped));
  leave();
  return a;
}
static void *stop(void *a) { late(); atomic_store(&stopping, 1); leave(); return a; }
static void *again(void *a) { request(a); return request(a); }
int main(void) { RUN(again, stop); assert(atomic_load(&pending) == 0 || atomic_load(&stopped)); }
