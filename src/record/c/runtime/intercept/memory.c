// The heap: an address that was freed and given out again is another variable. Freeing is also a write of the block, because an
// access that is not ordered with it may come after it; and one of the memory that is left, for the accesses that do. Allocating is a
// write of the block, too, where the program does it: libraries hand memory on in ways that are not seen. What the C library frees
// was its own.
#include "../core/runtime.h"
#include <malloc.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void *(*real_malloc)(size_t), *(*real_calloc)(size_t, size_t), *(*real_realloc)(void *, size_t);
static void (*real_free)(void *);
static __thread int resolving __attribute__((tls_model("initial-exec")));

// Looking a function up may allocate; what it gets is never given back.
static char early[32 << 10];
static size_t early_used;
static void *early_block(size_t bytes) {
  size_t at = __atomic_fetch_add(&early_used, (bytes + 31) / 16 * 16, __ATOMIC_RELAXED);
  if (at + bytes + 16 > sizeof early) return NULL;
  *(size_t *)(early + at) = bytes;
  return early + at + 16;
}
static int is_early(const void *p) { return (const char *)p >= early && (const char *)p < early + sizeof early; }

static int resolve(void) {
  if (FT_LIKELY(real_free != NULL)) return 1;
  if (resolving) return 0;
  resolving = 1;
  real_malloc = ft_next("malloc");
  real_calloc = ft_next("calloc");
  real_realloc = ft_next("realloc");
  real_free = ft_next("free");
  resolving = 0;
  return 1;
}

static inline uint64_t site_or(uint64_t site) { return ft_me->site ? ft_me->site : site; }
// More than the first bytes tell nothing new and cost much.
enum { FREED_BYTES = 1024, ALLOCATED_BYTES = 255 };

static void fresh(void *p, size_t bytes, size_t slack, unsigned of, uint64_t site) {
  site = site_or(site);
  if (ft_me->allocates) of = ft_me->allocates;
  ft_allocated(p, bytes, slack < 0xffff ? slack : 0xffff, of, site);
  if (ft_in_executable(site)) ft_range(RAW_WRITE_RANGE, p, bytes < ALLOCATED_BYTES ? bytes : ALLOCATED_BYTES, site);
}
static inline void *given(void *p, size_t bytes, unsigned of, uint64_t site) {
  // All that `taken_back` takes must be given here, or what is left of two blocks at one place would race.
  if (ft_me->recording && p) fresh(p, bytes, malloc_usable_size(p) - bytes, of, site);
  return p;
}
static inline void *mapped(void *p, size_t bytes, uint64_t site) {
  if (ft_me->recording && p != MAP_FAILED) fresh(p, bytes, 0, RAW_MMAP, site);
  return p;
}

static void taken_back(void *p, uint64_t site) {
  struct ft_thread *t = ft_me;
  if (!t->recording) return;
  site = site_or(site);
  if (FT_UNLIKELY(ft_reduces)) ft_locks_gone((uint64_t)p, malloc_usable_size(p));
  size_t bytes = t->accesses && !ft_in_c_library(site) ? malloc_usable_size(p) : 0;
  if (bytes > FREED_BYTES) bytes = FREED_BYTES;
  ft_range(RAW_WRITE_RANGE, p, bytes, site);
  ft_end_runs(t);
  ft_tell_now(t, ft_what(RAW_FREE, 0, (uint64_t)p), ft_where(site, 0));
  ft_range(RAW_WRITE_RANGE, p, bytes, site);
}

FT_EXPORT void *malloc(size_t bytes) {
  if (!resolve()) return early_block(bytes);
  return given(real_malloc(bytes), bytes, RAW_HEAP, FT_SITE());
}
FT_EXPORT void *calloc(size_t n, size_t bytes) {
  if (!resolve()) return early_block(n * bytes);
  return given(real_calloc(n, bytes), n * bytes, RAW_CALLOC, FT_SITE());
}
FT_EXPORT void free(void *p) {
  if (!p || is_early(p) || !resolve()) return;
  taken_back(p, FT_SITE());
  real_free(p);
}

static void *resized(void *p, size_t bytes, uint64_t site) {
  if (!resolve()) return early_block(bytes);
  if (is_early(p)) {
    void *copy = real_malloc(bytes);
    size_t had = ((size_t *)p)[-2];
    return copy ? given(FT_REAL(memcpy)(copy, p, had < bytes ? had : bytes), bytes, RAW_REALLOC, site) : NULL;
  }
  if (!p) return given(real_malloc(bytes), bytes, RAW_REALLOC, site);
  size_t before = malloc_usable_size(p);
  taken_back(p, site);
  void *next = real_realloc(p, bytes);
  // Without success the old block is still there.
  if (next || bytes == 0) return given(next, bytes, RAW_REALLOC, site);
  given(p, before, RAW_REALLOC, site);
  return NULL;
}
FT_EXPORT void *realloc(void *p, size_t bytes) { return resized(p, bytes, FT_SITE()); }
FT_EXPORT void *reallocarray(void *p, size_t n, size_t bytes) {
  size_t total;
  if (__builtin_mul_overflow(n, bytes, &total)) {
    errno = ENOMEM;
    return NULL;
  }
  return resized(p, total, FT_SITE());
}
FT_EXPORT int posix_memalign(void **p, size_t alignment, size_t bytes) {
  int result = FT_REAL(posix_memalign)(p, alignment, bytes);
  if (!result) given(*p, bytes, RAW_POSIX_MEMALIGN, FT_SITE());
  return result;
}
FT_EXPORT void *aligned_alloc(size_t alignment, size_t bytes) {
  return given(FT_REAL(aligned_alloc)(alignment, bytes), bytes, RAW_ALIGNED, FT_SITE());
}
FT_EXPORT void *memalign(size_t alignment, size_t bytes) {
  return given(FT_REAL(memalign)(alignment, bytes), bytes, RAW_ALIGNED, FT_SITE());
}
FT_EXPORT void *valloc(size_t bytes) { return given(FT_REAL(valloc)(bytes), bytes, RAW_ALIGNED, FT_SITE()); }

FT_EXPORT void *mmap(void *at, size_t bytes, int protection, int flags, int fd, off_t offset) {
  if (flags & MAP_SHARED) ft_outsiders = 1;
  void *p = FT_REAL(mmap)(at, bytes, protection, flags, fd, offset);
  return mapped(p, bytes, FT_SITE());
}
FT_EXPORT void *mmap64(void *at, size_t bytes, int protection, int flags, int fd, off64_t offset) {
  if (flags & MAP_SHARED) ft_outsiders = 1;
  void *p = FT_REAL(mmap64)(at, bytes, protection, flags, fd, offset);
  return mapped(p, bytes, FT_SITE());
}
FT_EXPORT int munmap(void *p, size_t bytes) {
  struct ft_thread *t = ft_me;
  if (t->recording) {
    if (FT_UNLIKELY(ft_reduces)) ft_locks_gone((uint64_t)p, bytes);
    ft_end_runs(t);
    ft_tell_now(t, ft_what(RAW_FREE, 0, (uint64_t)p), ft_where(FT_SITE(), 0));
  }
  return FT_REAL(munmap)(p, bytes);
}
