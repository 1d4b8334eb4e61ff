// scanf and its kin: what they could make sense of is written where the program wants it.
#include "../core/runtime.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How long something of this kind is. The letters before it say: hh h l ll L j z t, and q for ll.
static size_t integer(const char *length) {
  if (length[0] == 'h') return length[1] == 'h' ? 1 : 2;
  return length[0] ? 8 : 4;
}
static size_t real_number(char length) { return length == 'L' ? sizeof(long double) : length ? 8 : 4; }

struct conversion {
  int suppressed, allocates;
  long width;
  char length[3], kind;
};

// Reads what follows a percent sign; where it ends, or NULL if it is nothing that we know.
static const char *parse(const char *at, struct conversion *c) {
  *c = (struct conversion){0};
  if (*at == '*') c->suppressed = 1, at++;
  char *end;
  c->width = *at >= '0' && *at <= '9' ? strtol(at, &end, 10) : (end = (char *)at, 0);
  at = end;
  if (*at == '\'') at++;
  if (*at == 'm') c->allocates = 1, at++;
  for (int i = 0; i < 2 && *at && FT_REAL(strchr)("hlLjztq", *at); i++) c->length[i] = *at++;
  c->kind = *at;
  if (c->kind == '[') {
    // A bracket that comes first belongs to the set.
    at++;
    if (*at == '^') at++;
    if (*at == ']') at++;
    at = FT_REAL(strchr)(at, ']');
  }
  return at && c->kind && c->kind != '$' ? at + 1 : NULL;
}

// Bytes that a conversion wrote; 0 if that is not known.
static size_t written(const struct conversion *c, const void *to) {
  if (c->allocates) return sizeof(char *);
  switch (c->kind) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'n': return integer(c->length);
    case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': return real_number(c->length[0]);
    case 'p': return sizeof(void *);
    case 'c': return c->length[0] ? 0 : c->width ? c->width : 1;
    case 's': case '[': return c->length[0] ? 0 : FT_REAL(strlen)(to) + 1;
  }
  return 0;
}

static void scanned(const char *format, va_list list, int found, uint64_t site) {
  struct conversion c;
  while ((format = FT_REAL(strchr)(format, '%'))) {
    if (format[1] == '%') {
      format += 2;
      continue;
    }
    format = parse(format + 1, &c);
    if (!format) return;
    if (c.suppressed) continue;
    // What is behind the last that was found was not reached.
    if (c.kind != 'n' && found-- <= 0) return;
    void *to = va_arg(list, void *);
    ft_range(RAW_WRITE_RANGE, to, written(&c, to), site);
  }
}

// The C library has these functions of streams and of strings, each as of old, of C99 and of C23.
typedef int scans(const void *from, const char *format, va_list);
static int scan(void *real, const void *from, FILE *stream, const char *format, va_list list, uint64_t site) {
  va_list again;
  va_copy(again, list);
  const char *before = stream ? ft_stream_place(stream) : NULL;
  int found = ((scans *)real)(from, format, list);
  if (stream) ft_stream_received(stream, before, site);
  if (ft_me->accesses) scanned(format, again, found, site);
  va_end(again);
  return found;
}

// By their names as the linker knows them: the header stands for others than it says.
#define CALL(real, from, stream, list) scan(FT_SYMBOL(real, ft_next), from, stream, format, list, FT_SITE())
#define VARIADIC(own, name, parameters, real, from, stream)                   \
  FT_EXPORT int own parameters __asm__(name);                                 \
  int own parameters {                                                        \
    va_list list;                                                             \
    va_start(list, format);                                                   \
    int found = CALL(real, from, stream, list);                                       \
    va_end(list);                                                             \
    return found;                                                             \
  }
#define LISTED(own, name, parameters, real, from, stream)                     \
  FT_EXPORT int own parameters __asm__(name);                                 \
  int own parameters { return CALL(real, from, stream, list); }
#define SCAN(of, prefix)                                                                                                            \
  VARIADIC(of##_scanf, prefix "scanf", (const char *format, ...), prefix "vfscanf", stdin, NULL)                                          \
  VARIADIC(of##_fscanf, prefix "fscanf", (FILE * from, const char *format, ...), prefix "vfscanf", from, from)                            \
  VARIADIC(of##_sscanf, prefix "sscanf", (const char *from, const char *format, ...), prefix "vsscanf", from, NULL)                       \
  LISTED(of##_vscanf, prefix "vscanf", (const char *format, va_list list), prefix "vfscanf", stdin, NULL)                                 \
  LISTED(of##_vfscanf, prefix "vfscanf", (FILE * from, const char *format, va_list list), prefix "vfscanf", from, from)                   \
  LISTED(of##_vsscanf, prefix "vsscanf", (const char *from, const char *format, va_list list), prefix "vsscanf", from, NULL)
SCAN(old, "")
SCAN(c99, "__isoc99_")
SCAN(c23, "__isoc23_")
