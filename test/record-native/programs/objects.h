// The part of ThreadSanitizer's interface by which a virtual machine tells of its objects, and a heap of 64 KB.
#ifndef OBJECTS_H
#define OBJECTS_H
#include "suite.h"

void __tsan_java_init(uintptr_t heap, uintptr_t bytes);
int __tsan_java_fini(void);
void __tsan_java_alloc(uintptr_t object, uintptr_t bytes);
void __tsan_java_free(uintptr_t object, uintptr_t bytes);
void __tsan_java_move(uintptr_t from, uintptr_t to, uintptr_t bytes);
void __tsan_java_finalize(void);
void __tsan_java_mutex_lock(uintptr_t object);
void __tsan_java_mutex_unlock(uintptr_t object);
void __tsan_java_mutex_lock_rec(uintptr_t object, int times);
int __tsan_java_mutex_unlock_rec(uintptr_t object);

struct object {
  long lock, value;
};
static struct object *heap;

static void make_heap(void) {
  heap = calloc(1024, sizeof *heap);
  __tsan_java_init((uintptr_t)heap, 1024 * sizeof *heap);
}
static struct object *make_object(int at) {
  __tsan_java_alloc((uintptr_t)&heap[at], sizeof *heap);
  return &heap[at];
}
#endif
