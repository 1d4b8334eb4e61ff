// A finalizer runs after all that others did to its object, though nothing else orders it.
#include "objects.h"
static struct object *object;

static void *user(void *unused) {
  object->value = 1;
  reached();
  return unused;
}

static void *finalizer(void *unused) {
  always_after(1);
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
