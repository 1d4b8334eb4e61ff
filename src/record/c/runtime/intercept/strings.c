// Functions of the C library that read and write memory of the program, recorded as accesses of ranges.
#include "../core/runtime.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

#define READS(p, n) ft_range(RAW_READ_RANGE, p, n, FT_SITE())
#define WRITES(p, n) ft_range(RAW_WRITE_RANGE, p, n, FT_SITE())
// Nothing is measured for a thread that is not recorded.
#define RECORDED (ft_me->accesses)

static size_t length(const char *s) { return FT_REAL(strlen)(s); }
static size_t length_up_to(const char *s, size_t n) { return FT_REAL(strnlen)(s, n); }
static size_t least(size_t a, size_t b) { return a < b ? a : b; }

#define COPY(name, real)                                         \
  FT_EXPORT void *name(void *to, const void *from, size_t n) {   \
    if (RECORDED) {                                              \
      READS(from, n);                                            \
      WRITES(to, n);                                             \
    }                                                            \
    return FT_REAL(real)(to, from, n);                           \
  }
COPY(memcpy, memcpy)
COPY(memmove, memmove)
COPY(mempcpy, mempcpy)
COPY(__tsan_memcpy, memcpy)
COPY(__tsan_memmove, memmove)

#define FILL(name)                                     \
  FT_EXPORT void *name(void *to, int c, size_t n) {    \
    if (RECORDED) WRITES(to, n);                       \
    return FT_REAL(memset)(to, c, n);                  \
  }
FILL(memset)
FILL(__tsan_memset)
FT_EXPORT void bzero(void *to, size_t n) {
  if (RECORDED) WRITES(to, n);
  FT_REAL(memset)(to, 0, n);
}

// With _FORTIFY_SOURCE.
#define CHECKED_COPY(name)                                                            \
  void *name(void *to, const void *from, size_t n, size_t room);                      \
  FT_EXPORT void *name(void *to, const void *from, size_t n, size_t room) {           \
    if (RECORDED) {                                                                   \
      READS(from, n);                                                                 \
      WRITES(to, n);                                                                  \
    }                                                                                 \
    return FT_REAL(name)(to, from, n, room);                                          \
  }
CHECKED_COPY(__memcpy_chk)
CHECKED_COPY(__memmove_chk)
void *__memset_chk(void *to, int c, size_t n, size_t room);
FT_EXPORT void *__memset_chk(void *to, int c, size_t n, size_t room) {
  if (RECORDED) WRITES(to, n);
  return FT_REAL(__memset_chk)(to, c, n, room);
}
#define CHECKED_STRING(name, offset)                                              \
  char *name(char *to, const char *from, size_t room);                            \
  FT_EXPORT char *name(char *to, const char *from, size_t room) {                 \
    if (RECORDED) {                                                               \
      size_t n = length(from) + 1;                                                \
      READS(from, n);                                                             \
      WRITES(to + (offset), n);                                                   \
    }                                                                             \
    return FT_REAL(name)(to, from, room);                                         \
  }
CHECKED_STRING(__strcpy_chk, 0)
CHECKED_STRING(__stpcpy_chk, 0)
CHECKED_STRING(__strcat_chk, length(to))

FT_EXPORT int memcmp(const void *a, const void *b, size_t n) {
  if (RECORDED) {
    READS(a, n);
    READS(b, n);
  }
  return FT_REAL(memcmp)(a, b, n);
}
// clang makes this of a memcmp that only asks whether there is a difference.
FT_EXPORT int bcmp(const void *a, const void *b, size_t n) {
  if (RECORDED) {
    READS(a, n);
    READS(b, n);
  }
  return FT_REAL(memcmp)(a, b, n);
}
FT_EXPORT void *memchr(const void *p, int c, size_t n) {
  void *found = FT_REAL(memchr)(p, c, n);
  if (RECORDED) READS(p, found ? (size_t)((char *)found - (char *)p) + 1 : n);
  return found;
}

FT_EXPORT size_t strlen(const char *s) {
  size_t n = FT_REAL(strlen)(s);
  if (RECORDED) READS(s, n + 1);
  return n;
}
FT_EXPORT size_t strnlen(const char *s, size_t most) {
  size_t n = FT_REAL(strnlen)(s, most);
  if (RECORDED) READS(s, least(n + 1, most));
  return n;
}

#define COPY_STRING(name, offset)                                 \
  FT_EXPORT char *name(char *to, const char *from) {              \
    if (RECORDED) {                                               \
      size_t n = length(from) + 1;                                \
      READS(from, n);                                             \
      WRITES(to + (offset), n);                                   \
    }                                                             \
    return FT_REAL(name)(to, from);                               \
  }
COPY_STRING(strcpy, 0)
COPY_STRING(stpcpy, 0)
COPY_STRING(strcat, length(to))

FT_EXPORT char *strncpy(char *to, const char *from, size_t n) {
  if (RECORDED) {
    READS(from, least(length_up_to(from, n) + 1, n));
    WRITES(to, n);
  }
  return FT_REAL(strncpy)(to, from, n);
}
FT_EXPORT char *strncat(char *to, const char *from, size_t n) {
  if (RECORDED) {
    size_t m = length_up_to(from, n);
    READS(from, least(m + 1, n));
    WRITES(to + length(to), m + 1);
  }
  return FT_REAL(strncat)(to, from, n);
}

#define COMPARE(name, parameters, arguments, most)                          \
  FT_EXPORT int name parameters {                                           \
    if (RECORDED) {                                                         \
      READS(a, least(length_up_to(a, most) + 1, most));                     \
      READS(b, least(length_up_to(b, most) + 1, most));                     \
    }                                                                       \
    return FT_REAL(name) arguments;                                         \
  }
COMPARE(strcmp, (const char *a, const char *b), (a, b), SIZE_MAX / 2)
COMPARE(strcasecmp, (const char *a, const char *b), (a, b), SIZE_MAX / 2)
COMPARE(strncmp, (const char *a, const char *b, size_t n), (a, b, n), n)
COMPARE(strncasecmp, (const char *a, const char *b, size_t n), (a, b, n), n)

#define SEARCH(name, type)                                       \
  FT_EXPORT char *name(const char *s, type what) {               \
    if (RECORDED) READS(s, length(s) + 1);                       \
    return FT_REAL(name)(s, what);                               \
  }
SEARCH(strchr, int)
SEARCH(strrchr, int)
SEARCH(strstr, const char *)

#define DUPLICATE(name, parameters, arguments, bytes)                        \
  FT_EXPORT char *name parameters {                                          \
    struct ft_thread *t = ft_me;                                             \
    if (t->accesses) READS(s, bytes);                                        \
    if (t->recording) t->site = FT_SITE(), t->allocates = RAW_STRDUP;        \
    char *copy = FT_REAL(name) arguments;                                    \
    if (t->recording) t->site = 0, t->allocates = 0;                         \
    return copy;                                                             \
  }
DUPLICATE(strdup, (const char *s), (s), length(s) + 1)
DUPLICATE(strndup, (const char *s, size_t n), (s, n), least(length_up_to(s, n) + 1, n))
