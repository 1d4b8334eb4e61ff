// The last reference is found by a decrement that acquires and releases.
#include "suite.h"

struct object {
  atomic_int references;
  int payload[2];
};

static void *drop(void *argument) {
  struct object *object = argument;
  int mine = atomic_fetch_sub_explicit(&object->references, 1, memory_order_acq_rel);
  if (mine == 1) {
    object->payload[0] = object->payload[1] = 0;
    free(object);
  }
  return NULL;
}

static void *use_and_drop(void *argument) {
  struct object *object = argument;
  object->payload[1]++;
  return drop(object);
}

int main(void) {
  struct object *object = malloc(sizeof *object);
  atomic_init(&object->references, 2);
  object->payload[0] = object->payload[1] = 1;
  pthread_t a = start(drop, object), b = start(use_and_drop, object);
  join(a);
  join(b);
  return 0;
}
