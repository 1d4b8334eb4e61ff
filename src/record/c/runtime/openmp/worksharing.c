// Loops and sections whose parts libgomp gives to whoever comes: each part is a share (shares.c). Loops that gcc itself divides among the threads have
// one part for each of them, and nothing to be seen here.
#include "openmp.h"
#include <stdbool.h>

typedef unsigned long long ull;

// The first part, if there is one, and a next one, which others may take, too.
#define FIRST(type, name, what, parameters, arguments) \
  type name parameters;                                \
  FT_EXPORT type name parameters {                     \
    ft_shares_begin(what, FT_SITE());                  \
    type got = FT_OPENMP(name, arguments);             \
    if (got) ft_share_begins(FT_SITE());               \
    return got;                                        \
  }
#define NEXT(type, name, parameters, arguments) \
  type name parameters;                         \
  FT_EXPORT type name parameters {              \
    ft_share_next(FT_SITE());                   \
    type got = FT_OPENMP(name, arguments);      \
    if (got) ft_share_begins(FT_SITE());        \
    return got;                                 \
  }

#define START(name, parameters, arguments) FIRST(bool, name, FT_SHARED_LOOP, parameters, arguments)
#define GIVEN(type) type *begin, type *end
#define GIVEN_WITH(type) GIVEN(type), uintptr_t *reductions, void **memory
#define LOOP(name) GOMP_loop_##name
#define LONG_LOOP(name) GOMP_loop_ull_##name

// Loops of one kind: with long numbers that count from, to and by; with larger ones, up or down; and with iterations that wait for others.
#define NEXT_OF(kind)                                        \
  NEXT(bool, LOOP(kind##_next), (GIVEN(long)), (begin, end)) \
  NEXT(bool, LONG_LOOP(kind##_next), (GIVEN(ull)), (begin, end))
#define PLAIN(kind)                                                                                                                 \
  START(LOOP(kind##_start), (long from, long to, long by, long chunk, GIVEN(long)), (from, to, by, chunk, begin, end))              \
  START(LONG_LOOP(kind##_start), (bool up, ull from, ull to, ull by, ull chunk, GIVEN(ull)), (up, from, to, by, chunk, begin, end)) \
  NEXT_OF(kind)
#define PLAIN_AS_SET(kind)                                                                                        \
  START(LOOP(kind##_start), (long from, long to, long by, GIVEN(long)), (from, to, by, begin, end))               \
  START(LONG_LOOP(kind##_start), (bool up, ull from, ull to, ull by, GIVEN(ull)), (up, from, to, by, begin, end)) \
  NEXT_OF(kind)
#define WAITING(kind)                                                                                                             \
  START(LOOP(doacross_##kind##_start), (unsigned deep, long *counts, long chunk, GIVEN(long)), (deep, counts, chunk, begin, end)) \
  START(LONG_LOOP(doacross_##kind##_start), (unsigned deep, ull *counts, ull chunk, GIVEN(ull)), (deep, counts, chunk, begin, end))

PLAIN(static)
PLAIN(dynamic)
PLAIN(guided)
PLAIN(nonmonotonic_dynamic)
PLAIN(nonmonotonic_guided)
PLAIN(ordered_static)
PLAIN(ordered_dynamic)
PLAIN(ordered_guided)
PLAIN_AS_SET(runtime)
PLAIN_AS_SET(nonmonotonic_runtime)
PLAIN_AS_SET(maybe_nonmonotonic_runtime)
PLAIN_AS_SET(ordered_runtime)
WAITING(static)
WAITING(dynamic)
WAITING(guided)
START(LOOP(doacross_runtime_start), (unsigned deep, long *counts, GIVEN(long)), (deep, counts, begin, end))
START(LONG_LOOP(doacross_runtime_start), (unsigned deep, ull *counts, GIVEN(ull)), (deep, counts, begin, end))

// Of any kind, with what all threads of the loop share.
#define ANY(name)                                                                                    \
  START(LOOP(name), (long from, long to, long by, long kind, long chunk, GIVEN_WITH(long)),          \
        (from, to, by, kind, chunk, begin, end, reductions, memory))                                 \
  START(LONG_LOOP(name), (bool up, ull from, ull to, ull by, long kind, ull chunk, GIVEN_WITH(ull)), \
        (up, from, to, by, kind, chunk, begin, end, reductions, memory))
ANY(start)
ANY(ordered_start)
START(LOOP(doacross_start), (unsigned deep, long *counts, long kind, long chunk, GIVEN_WITH(long)),
      (deep, counts, kind, chunk, begin, end, reductions, memory))
START(LONG_LOOP(doacross_start), (unsigned deep, ull *counts, long kind, ull chunk, GIVEN_WITH(ull)),
      (deep, counts, kind, chunk, begin, end, reductions, memory))

// The number of a section, or 0.
FIRST(unsigned, GOMP_sections_start, FT_SHARED_SECTIONS, (unsigned count), (count))
FIRST(unsigned, GOMP_sections2_start, FT_SHARED_SECTIONS, (unsigned count, uintptr_t *reductions, void **memory), (count, reductions, memory))
NEXT(unsigned, GOMP_sections_next, (void), ())

#define END(name)             \
  void name(void);            \
  FT_EXPORT void name(void) { \
    ft_share_ends(FT_SITE()); \
    ft_shares_end(FT_SITE()); \
    FT_OPENMP(name, ());      \
  }
END(GOMP_loop_end_nowait)
END(GOMP_sections_end_nowait)
