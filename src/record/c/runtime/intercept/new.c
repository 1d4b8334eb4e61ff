// operator new and delete: they call malloc and free, which shall know who asked. The names are those of the C++ ABI.
#include "../core/runtime.h"
#include <stdlib.h>

FT_PROGRAMS(malloc);
FT_PROGRAMS(free);
FT_PROGRAMS(posix_memalign);

// With a static C++ library there is no function behind ours.
static void *allocate(size_t bytes) {
  void *p = ft_programs_malloc(bytes ? bytes : 1);
  if (!p) abort();
  return p;
}
static void *allocate_aligned(size_t bytes, size_t alignment) {
  void *p = NULL;
  if (ft_programs_posix_memalign(&p, alignment < sizeof p ? sizeof p : alignment, bytes)) abort();
  return p;
}

#define DEFINE(result, name, of, parameters, arguments, fallback)                       \
  result name parameters;                                                               \
  FT_EXPORT result name parameters {                                                    \
    __typeof__(&name) real = (__typeof__(&name))FT_SYMBOL(#name, ft_find);              \
    struct ft_thread *t = ft_me;                                                        \
    uint64_t before = t->site;                                                          \
    if (t->recording && !before) t->site = FT_SITE(), t->allocates = of;                \
    void *p_ = NULL;                                                                    \
    fallback;                                                                           \
    if (t->recording && !(t->site = before)) t->allocates = 0;                          \
    return (result)p_;                                                                  \
  }
#define NEW(name, of, parameters, arguments, otherwise) \
  DEFINE(void *, name, of, parameters, arguments, p_ = real ? real arguments : otherwise)
#define DELETE(name, parameters, arguments)     \
  DEFINE(void, name, 0, parameters, arguments, if (real) real arguments; else ft_programs_free(p))

NEW(_Znwm, RAW_NEW, (size_t n), (n), allocate(n))
NEW(_Znam, RAW_NEW_ARRAY, (size_t n), (n), allocate(n))
NEW(_ZnwmRKSt9nothrow_t, RAW_NEW, (size_t n, void *tag), (n, tag), ft_programs_malloc(n))
NEW(_ZnamRKSt9nothrow_t, RAW_NEW_ARRAY, (size_t n, void *tag), (n, tag), ft_programs_malloc(n))
NEW(_ZnwmSt11align_val_t, RAW_NEW, (size_t n, size_t a), (n, a), allocate_aligned(n, a))
NEW(_ZnamSt11align_val_t, RAW_NEW_ARRAY, (size_t n, size_t a), (n, a), allocate_aligned(n, a))
DELETE(_ZdlPv, (void *p), (p))
DELETE(_ZdaPv, (void *p), (p))
DELETE(_ZdlPvm, (void *p, size_t n), (p, n))
DELETE(_ZdaPvm, (void *p, size_t n), (p, n))
DELETE(_ZdlPvSt11align_val_t, (void *p, size_t a), (p, a))
DELETE(_ZdaPvSt11align_val_t, (void *p, size_t a), (p, a))
DELETE(_ZdlPvmSt11align_val_t, (void *p, size_t n, size_t a), (p, n, a))
DELETE(_ZdaPvmSt11align_val_t, (void *p, size_t n, size_t a), (p, n, a))
