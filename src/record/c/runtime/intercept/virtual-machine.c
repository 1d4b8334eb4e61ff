// What a virtual machine for Java tells ThreadSanitizer of its heap and its locks. An object that the collector moved is a new variable
// at its new place, as in ThreadSanitizer.
#include "../core/runtime.h"
#include <limits.h>
#include <stdlib.h>

static struct {
  uintptr_t from, to;
  // Per 8 bytes of the heap: how long the object is that begins there.
  uint64_t *objects;
} heap;

static uint64_t *object(uintptr_t p) { return &heap.objects[(p - heap.from) / 8]; }
static int outside(uintptr_t p, uintptr_t bytes) { return !heap.objects || p < heap.from || p + bytes > heap.to; }
static void fresh(uintptr_t p, uintptr_t bytes, uint64_t site) { ft_allocated((void *)p, bytes, 0, RAW_HEAP, site); }

FT_EXPORT void __tsan_java_preinit(const char *library) { (void)library; }
FT_EXPORT void __tsan_java_init(uintptr_t from, uintptr_t bytes) {
  heap.objects = FT_REAL(calloc)(bytes / 8 + 1, sizeof *heap.objects);
  heap.from = from;
  heap.to = from + bytes;
}
FT_EXPORT int __tsan_java_fini(void) { return 0; }

FT_EXPORT void __tsan_java_alloc(uintptr_t p, uintptr_t bytes) {
  if (outside(p, bytes)) return;
  *object(p) = bytes;
  fresh(p, bytes, FT_SITE());
}
FT_EXPORT void __tsan_java_free(uintptr_t p, uintptr_t bytes) {
  if (outside(p, bytes)) return;
  for (uintptr_t at = p; at < p + bytes; at += 8) *object(at) = 0;
  fresh(p, bytes, FT_SITE());
}
FT_EXPORT void __tsan_java_move(uintptr_t from, uintptr_t to, uintptr_t bytes) {
  if (outside(from, bytes) || outside(to, bytes)) return;
  // They may overlap: from the end that the other is not at.
  for (uintptr_t i = 0; i < bytes; i += 8) {
    uintptr_t at = to < from ? i : (bytes - 1) / 8 * 8 - i;
    uint64_t length = *object(from + at);
    *object(from + at) = 0;
    *object(to + at) = length;
  }
  fresh(from, bytes, FT_SITE());
  fresh(to, bytes, FT_SITE());
}
FT_EXPORT uintptr_t __tsan_java_find(uintptr_t *from, uintptr_t to) {
  for (uintptr_t at = (*from + 7) & -8ul; at < to && !outside(at, 8); at += 8)
    if (*object(at)) {
      *from = at;
      return *object(at);
    }
  return 0;
}

// A finalizer comes after all that was done to its object, by whomever.
FT_EXPORT void __tsan_java_finalize(void) { ft_sync(RAW_RECEIVE_ALL, 0, 0, FT_SITE()); }

// How often this thread holds a lock, since a wait gives it up at once and takes it as often again.
enum { HELD = 64 };
static __thread struct {
  uintptr_t lock;
  int times;
} held[HELD];
static int *times(uintptr_t lock) {
  int at = 0;
  while (at < HELD - 1 && held[at].lock != lock && held[at].times) at++;
  held[at].lock = lock;
  return &held[at].times;
}
static void acquire(uintptr_t lock, int by, uint64_t site) {
  *times(lock) += by;
  while (by-- > 0) ft_sync(RAW_ACQUIRE, lock, 0, site);
}
static int release(uintptr_t lock, int by, uint64_t site) {
  int *had = times(lock), released = by < *had ? by : *had;
  *had -= released;
  for (int i = 0; i < released; i++) ft_sync(RAW_RELEASE, lock, 0, site);
  return released;
}
FT_EXPORT void __tsan_java_mutex_lock(uintptr_t lock) { acquire(lock, 1, FT_SITE()); }
FT_EXPORT void __tsan_java_mutex_unlock(uintptr_t lock) { release(lock, 1, FT_SITE()); }
FT_EXPORT void __tsan_java_mutex_lock_rec(uintptr_t lock, int times) { acquire(lock, times, FT_SITE()); }
FT_EXPORT int __tsan_java_mutex_unlock_rec(uintptr_t lock) { return release(lock, INT_MAX, FT_SITE()); }
FT_EXPORT void __tsan_java_mutex_read_lock(uintptr_t lock) { ft_sync(RAW_ACQUIRE_SHARED, lock, 0, FT_SITE()); }
FT_EXPORT void __tsan_java_mutex_read_unlock(uintptr_t lock) { ft_sync(RAW_RELEASE_SHARED, lock, 0, FT_SITE()); }
FT_EXPORT int __tsan_java_acquire(uintptr_t p) {
  ft_sync(RAW_RECEIVE, p, 0, FT_SITE());
  return 0;
}
FT_EXPORT int __tsan_java_release(uintptr_t p) {
  ft_sync(RAW_SEND, p, 0, FT_SITE());
  return 0;
}
FT_EXPORT int __tsan_java_release_store(uintptr_t p) {
  ft_sync(RAW_SEND, p, 0, FT_SITE());
  return 0;
}
