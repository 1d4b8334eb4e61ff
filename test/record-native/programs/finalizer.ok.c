// A finalizer runs after all that others did to its object, though nothing else orders it.
#include "objects.h"
static struct object *object;
static atomic_int done;

static void *user(void *unused) {
  object->value = 1;
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return unused;
}

static void *finalizer(void *unused) {
  while (!atomic_load_explicit(&done, memory_order_relaxed)) usleep(1000);
  later();
  __tsan_java_finalize();
  object->value = 0;
  return unused;
}

int main(void) {
  make_heap();
  object = make_object(0);
  both(user, finalizer);
  return __tsan_java_fini();
}
