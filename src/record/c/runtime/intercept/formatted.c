// Functions of the C library that read strings to print them, and that fill memory of the program with what they found out.
#include "../core/runtime.h"
#include <printf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define RECORDED (ft_me->accesses)
static void reads(const void *p, size_t bytes, uint64_t site) { ft_range(RAW_READ_RANGE, p, bytes, site); }
static void writes(const void *p, size_t bytes, uint64_t site) { ft_range(RAW_WRITE_RANGE, p, bytes, site); }
static size_t whole(const char *s) { return FT_REAL(strlen)(s) + 1; }

enum { ARGUMENTS = 32 };
// One argument of a format, read if it is a string. 0 if what follows it cannot be told.
static int argument(int type, va_list *list, uint64_t site) {
  if (type & PA_FLAG_PTR) return va_arg(*list, void *), 1;
  switch (type & ~PA_FLAG_MASK) {
    case PA_INT:
      if (type & (PA_FLAG_LONG | PA_FLAG_LONG_LONG)) va_arg(*list, long long);
      else va_arg(*list, int);
      return 1;
    case PA_CHAR:
    case PA_WCHAR: va_arg(*list, int); return 1;
    case PA_POINTER:
    case PA_WSTRING: va_arg(*list, void *); return 1;
    case PA_FLOAT:
    case PA_DOUBLE:
      if (type & PA_FLAG_LONG_DOUBLE) va_arg(*list, long double);
      else va_arg(*list, double);
      return 1;
    case PA_STRING: {
      const char *s = va_arg(*list, const char *);
      if (s) reads(s, whole(s), site);
      return 1;
    }
  }
  return 0;
}
// With a precision a string need not have an end: formats that have one are left alone.
static void strings(const char *format, va_list given, uint64_t site) {
  if (!RECORDED || !FT_REAL(strchr)(format, 's') || FT_REAL(strchr)(format, '.')) return;
  int types[ARGUMENTS];
  size_t count = parse_printf_format(format, ARGUMENTS, types);
  va_list list;
  va_copy(list, given);
  for (size_t i = 0; i < count && i < ARGUMENTS; i++)
    if (!argument(types[i], &list, site)) break;
  va_end(list);
}

static int print(FILE *file, const char *format, va_list list, uint64_t site) {
  strings(format, list, site);
  ft_stream_sends(file, site);
  return FT_REAL(vfprintf)(file, format, list);
}
static int print_into(char *to, size_t room, const char *format, va_list list, uint64_t site) {
  strings(format, list, site);
  int length = FT_REAL(vsnprintf)(to, room, format, list);
  if (RECORDED && room && length >= 0) writes(to, (size_t)length < room ? (size_t)length + 1 : room, site);
  return length;
}
// As long as it gets.
static int print_all_into(char *to, const char *format, va_list list, uint64_t site) {
  strings(format, list, site);
  int length = FT_REAL(vsprintf)(to, format, list);
  if (RECORDED && length >= 0) writes(to, (size_t)length + 1, site);
  return length;
}

#define PRINT(name, parameters, call)                      \
  FT_EXPORT int name parameters {                          \
    va_list list;                                          \
    va_start(list, format);                                \
    int result = call;                                     \
    va_end(list);                                          \
    return result;                                         \
  }
PRINT(printf, (const char *format, ...), print(stdout, format, list, FT_SITE()))
PRINT(fprintf, (FILE * file, const char *format, ...), print(file, format, list, FT_SITE()))
PRINT(snprintf, (char *to, size_t room, const char *format, ...), print_into(to, room, format, list, FT_SITE()))
PRINT(sprintf, (char *to, const char *format, ...), print_all_into(to, format, list, FT_SITE()))
// With _FORTIFY_SOURCE: what it checks is for the C library to check.
int __fprintf_chk(FILE *file, int flag, const char *format, ...);
int __vfprintf_chk(FILE *file, int flag, const char *format, va_list list);
static int print_checked(FILE *file, int flag, const char *format, va_list list, uint64_t site) {
  strings(format, list, site);
  ft_stream_sends(file, site);
  return FT_REAL(__vfprintf_chk)(file, flag, format, list);
}
PRINT(__fprintf_chk, (FILE * file, int flag, const char *format, ...), print_checked(file, flag, format, list, FT_SITE()))
FT_EXPORT int __vfprintf_chk(FILE *file, int flag, const char *format, va_list list) {
  return print_checked(file, flag, format, list, FT_SITE());
}
FT_EXPORT int vprintf(const char *format, va_list list) { return print(stdout, format, list, FT_SITE()); }
FT_EXPORT int vfprintf(FILE *file, const char *format, va_list list) { return print(file, format, list, FT_SITE()); }
FT_EXPORT int vsnprintf(char *to, size_t room, const char *format, va_list list) {
  return print_into(to, room, format, list, FT_SITE());
}
FT_EXPORT int vsprintf(char *to, const char *format, va_list list) { return print_all_into(to, format, list, FT_SITE()); }

// What they give back is either memory of the caller, filled, or none of its.
#define FILLS(name, parameters, arguments, to)                               \
  FT_EXPORT char *name parameters {                                          \
    char *result = FT_REAL(name) arguments;                                  \
    if (RECORDED && result && result == to) writes(to, whole(to), FT_SITE()); \
    return result;                                                           \
  }
FILLS(strerror_r, (int number, char *to, size_t room), (number, to, room), to)
FILLS(getcwd, (char *to, size_t room), (to, room), to)
FILLS(ctime_r, (const time_t *when, char *to), (when, to), to)
FILLS(asctime_r, (const struct tm *when, char *to), (when, to), to)

FT_EXPORT ssize_t readlink(const char *path, char *to, size_t room) {
  ssize_t got = FT_REAL(readlink)(path, to, room);
  if (RECORDED && got > 0) writes(to, got, FT_SITE());
  return got;
}
FT_EXPORT size_t strftime(char *to, size_t room, const char *format, const struct tm *when) {
  size_t got = FT_REAL(strftime)(to, room, format, when);
  if (RECORDED && got > 0) writes(to, got + 1, FT_SITE());
  return got;
}
#define FILLS_TIME(name)                                                     \
  FT_EXPORT struct tm *name(const time_t *when, struct tm *to) {             \
    struct tm *result = FT_REAL(name)(when, to);                             \
    if (RECORDED && result) writes(to, sizeof *to, FT_SITE());               \
    return result;                                                           \
  }
FILLS_TIME(localtime_r)
FILLS_TIME(gmtime_r)
