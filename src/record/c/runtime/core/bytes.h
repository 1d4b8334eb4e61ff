// Bytes and strings without the C library, whose functions of that kind are ours (intercepted.h): what the runtime does to its own memory is no access of
// the program. The flags that the runtime is compiled with keep the compiler from making calls of these loops (runtime-library.ts).
#ifndef FORETRACE_BYTES_H
#define FORETRACE_BYTES_H
#include <stddef.h>

static inline void ft_zero(void *to, size_t n) {
  for (char *at = to, *end = at + n; at < end; at++) *at = 0;
}
static inline void ft_copy(void *to, const void *from, size_t n) {
  for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
}
static inline size_t ft_length(const char *text) {
  size_t n = 0;
  while (text[n]) n++;
  return n;
}
static inline int ft_starts_with(const char *text, const char *prefix) {
  while (*prefix && *text == *prefix) text++, prefix++;
  return !*prefix;
}
static inline int ft_same_text(const char *a, const char *b) { return ft_starts_with(a, b) && !a[ft_length(b)]; }
// Where a character is for the last time, or NULL.
static inline const char *ft_last(const char *text, char c) {
  const char *found = NULL;
  for (; *text; text++)
    if (*text == c) found = text;
  return found;
}
static inline int ft_contains(const char *text, const char *part) {
  for (; *text; text++)
    if (ft_starts_with(text, part)) return 1;
  return !*part;
}
// Whether all of it fits behind what is there.
static inline int ft_add_text(char *to, size_t room, const char *text) {
  size_t at = ft_length(to), n = ft_length(text);
  if (at + n >= room) return 0;
  ft_copy(to + at, text, n + 1);
  return 1;
}

#endif
