// OpenMP as clang compiles it: libomp's functions have a place in the source as their first argument, which nobody looks at, and the number of the thread
// as their second. The library calls some of them itself: such a call is no occasion of its own, and goes straight on.
//
// Not by the interface for tools (OMPT): there is one tool to a program, which may be the user's, and it is called for what happens, not for every
// entry into the library, whose own locks would order all.
#ifndef FORETRACE_KMP_H
#define FORETRACE_KMP_H
#include "openmp.h"

#define FT_KMP const void *place, int thread
// The library itself calls, maybe in a thread of its own.
static inline int ft_kmp_calls(void) { return ft_in_openmp || ft_me->inside; }

// Tells what comes before the call and what comes after it, unless the library calls.
#define FT_KMP_CALL(name, arguments, before, after) \
  do {                                              \
    int is_own_ = ft_kmp_calls();                   \
    if (!is_own_) before;                           \
    FT_OPENMP(name, arguments);                     \
    if (!is_own_) after;                            \
  } while (0)
#define FT_KMP_RESULT(name, arguments, before, after)   \
  ({                                                    \
    int is_own_ = ft_kmp_calls();                       \
    if (!is_own_) before;                               \
    __auto_type returned_ = FT_OPENMP(name, arguments); \
    if (!is_own_) after;                                \
    returned_;                                          \
  })

#endif
