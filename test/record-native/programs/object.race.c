// While a thread waits for an object, its lock is given up, however often it was held.
#include "objects.h"
static struct object *counter;

static void *waiter(void *unused) {
  uintptr_t lock = (uintptr_t)&counter->lock;
  __tsan_java_mutex_lock(lock);
  __tsan_java_mutex_lock(lock);
  int times = __tsan_java_mutex_unlock_rec(lock);
  counter->value++;
  reached();
  after(2);
  __tsan_java_mutex_lock_rec(lock, times);
  for (int i = 0; i < times; i++) __tsan_java_mutex_unlock(lock);
  return unused;
}

static void *other(void *unused) {
  after(1);
  uintptr_t lock = (uintptr_t)&counter->lock;
  __tsan_java_mutex_lock(lock);
  counter->value++;
  __tsan_java_mutex_unlock(lock);
  reached();
  return unused;
}

int main(void) {
  make_heap();
  counter = make_object(0);
  both(waiter, other);
  return __tsan_java_fini();
}
