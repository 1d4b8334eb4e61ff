// Memory that the program asks OpenMP for. libomp gives what was freed out again by itself: it is another variable then, as on the heap.
#include "kmp.h"

typedef uintptr_t allocator;
static void given(const void *p, size_t bytes, unsigned of, uint64_t site) { ft_allocated(p, bytes, 0, of, site); }
static void taken_back(const void *p, uint64_t site) {
  if (p) ft_sync(RAW_FREE, (uint64_t)p, 0, site);
}

#define ALLOCATE(name, of, parameters, arguments, bytes)                                    \
  void *name parameters;                                                                    \
  FT_EXPORT void *name parameters {                                                         \
    return FT_KMP_RESULT(name, arguments, (void)0, given(returned_, bytes, of, FT_SITE())); \
  }
#define FREE(name, parameters, arguments) \
  void name parameters;                   \
  FT_EXPORT void name parameters { FT_KMP_CALL(name, arguments, taken_back(p, FT_SITE()), (void)0); }

ALLOCATE(omp_alloc, RAW_HEAP, (size_t bytes, allocator by), (bytes, by), bytes)
ALLOCATE(omp_aligned_alloc, RAW_ALIGNED, (size_t alignment, size_t bytes, allocator by), (alignment, bytes, by), bytes)
ALLOCATE(omp_calloc, RAW_CALLOC, (size_t count, size_t bytes, allocator by), (count, bytes, by), count *bytes)
ALLOCATE(omp_aligned_calloc, RAW_CALLOC, (size_t alignment, size_t count, size_t bytes, allocator by), (alignment, count, bytes, by), count *bytes)
FREE(omp_free, (void *p, allocator by), (p, by))

void *omp_realloc(void *p, size_t bytes, allocator by, allocator from);
FT_EXPORT void *omp_realloc(void *p, size_t bytes, allocator by, allocator from) {
  return FT_KMP_RESULT(omp_realloc, (p, bytes, by, from), taken_back(p, FT_SITE()), given(returned_, bytes, RAW_REALLOC, FT_SITE()));
}

// Variables with an allocator of their own, as clang has them.
ALLOCATE(__kmpc_alloc, RAW_HEAP, (int thread, size_t bytes, allocator by), (thread, bytes, by), bytes)
ALLOCATE(__kmpc_aligned_alloc, RAW_ALIGNED, (int thread, size_t alignment, size_t bytes, allocator by), (thread, alignment, bytes, by), bytes)
FREE(__kmpc_free, (int thread, void *p, allocator by), (thread, p, by))
