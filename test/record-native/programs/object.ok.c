// The lock of an object, held twice and given up at once while its holder waits.
#include "objects.h"
static struct object *counter;
// What such a lock is made of is the virtual machine's, which is not compiled with its program.
static int taken;
#define OUTSIDE __attribute__((no_sanitize("thread"), noinline))
OUTSIDE static void enter(void) {
  while (__sync_lock_test_and_set(&taken, 1)) usleep(100);
}
OUTSIDE static void leave(void) { __sync_lock_release(&taken); }

static void *worker(void *unused) {
  uintptr_t lock = (uintptr_t)&counter->lock;
  enter();
  __tsan_java_mutex_lock(lock);
  __tsan_java_mutex_lock(lock);
  counter->value++;
  int times = __tsan_java_mutex_unlock_rec(lock);
  leave();
  usleep(1000);
  enter();
  __tsan_java_mutex_lock_rec(lock, times);
  counter->value++;
  for (int i = 0; i < times; i++) __tsan_java_mutex_unlock(lock);
  leave();
  return unused;
}

int main(void) {
  make_heap();
  counter = make_object(0);
  both(worker, worker);
  return counter->value != 4 || __tsan_java_fini();
}
