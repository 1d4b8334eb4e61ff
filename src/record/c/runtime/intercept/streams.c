// Streams of the C library: what they read from the program and write to it; and of those that a program has opened (pipes, sockets, files) what files.c
// says of descriptors. The C library's own calls of read and write are not seen from outside. Nobody in the process reads what the standard streams write.
//
// What goes through a pipe or a socket may be waited for: every call that may send sends, and every one that gets something receives. Files are written a
// byte at a time by some programs: of them it counts what surely reaches the file, and a call that had to read it.
#include "../core/runtime.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int ft_descriptor_of(FILE *file) {
  int error = errno, fd = fileno(file);
  errno = error;
  return fd > STDERR_FILENO ? fd : -1;
}

// Of the stream that the thread used last: descriptors do not change what they are of while none is closed or replaced.
static uint32_t changes;
static __thread struct {
  FILE *file;
  int fd, waited_for;
  uint32_t changes;
} last;
void ft_descriptors_change(void) { __atomic_add_fetch(&changes, 1, __ATOMIC_RELAXED); }

static int is_waited_for(FILE *file) {
  uint32_t now = __atomic_load_n(&changes, __ATOMIC_RELAXED);
  int fd = ft_descriptor_of(file);
  if (last.file == file && last.fd == fd && last.changes == now) return last.waited_for;
  struct stat about;
  int error = errno;
  last.waited_for = fd >= 0 && !fstat(fd, &about) && (S_ISFIFO(about.st_mode) || S_ISSOCK(about.st_mode));
  errno = error;
  last.file = file, last.fd = fd, last.changes = now;
  return last.waited_for;
}
static void order(unsigned kind, FILE *file, uint64_t site) { ft_order_descriptor(kind, ft_descriptor_of(file), site); }
void ft_stream_sends(FILE *file, uint64_t site) {
  if (ft_me->accesses && is_waited_for(file)) order(RAW_SEND, file, site);
}

// Where a stream was in its buffer before it was read from: NULL if there was nothing left. glibc shows it.
const char *ft_stream_place(FILE *file) { return file->_IO_read_ptr < file->_IO_read_end ? file->_IO_read_ptr : NULL; }
// It has read if the buffer was empty, or is no further than before.
void ft_stream_received(FILE *file, const char *before, uint64_t site) {
  if (ft_me->accesses && (!before || file->_IO_read_ptr <= before || is_waited_for(file))) order(RAW_RECEIVE, file, site);
}

#define SENDS ft_stream_sends(file, FT_SITE())
#define BEFORE const char *before = ft_stream_place(file)
#define RECEIVES ft_stream_received(file, before, FT_SITE())

FT_EXPORT size_t fwrite(const void *restrict p, size_t size, size_t n, FILE *restrict file) {
  ft_range(RAW_READ_RANGE, p, size * n, FT_SITE());
  SENDS;
  return FT_REAL(fwrite)(p, size, n, file);
}
FT_EXPORT int fputs(const char *restrict s, FILE *restrict file) {
  if (ft_me->accesses) ft_range(RAW_READ_RANGE, s, FT_REAL(strlen)(s) + 1, FT_SITE());
  SENDS;
  return FT_REAL(fputs)(s, file);
}
FT_EXPORT int puts(const char *s) {
  if (ft_me->accesses) ft_range(RAW_READ_RANGE, s, FT_REAL(strlen)(s) + 1, FT_SITE());
  return FT_REAL(puts)(s);
}
#define PUT(name)                               \
  FT_EXPORT int name(int c, FILE *file) {       \
    SENDS;                                      \
    return FT_REAL(name)(c, file);              \
  }
PUT(fputc)
PUT(putc)
FT_EXPORT int fflush(FILE *file) {
  if (file && ft_me->accesses) order(RAW_SEND, file, FT_SITE());
  return FT_REAL(fflush)(file);
}

// That nothing was read has been made by somebody, too.
#define READ(name, parameters, arguments)                                                          \
  FT_EXPORT size_t name parameters {                                                               \
    BEFORE;                                                                                        \
    size_t got = FT_REAL(name) arguments;                                                          \
    RECEIVES;                                                                                      \
    ft_range(RAW_WRITE_RANGE, p, size * got, FT_SITE());                                           \
    return got;                                                                                    \
  }
#define STRING(name, parameters, arguments)                                                        \
  FT_EXPORT char *name parameters {                                                                \
    BEFORE;                                                                                        \
    char *got = FT_REAL(name) arguments;                                                           \
    RECEIVES;                                                                                      \
    if (got && ft_me->accesses) ft_range(RAW_WRITE_RANGE, s, FT_REAL(strlen)(s) + 1, FT_SITE());   \
    return got;                                                                                    \
  }
READ(fread, (void *restrict p, size_t size, size_t n, FILE *restrict file), (p, size, n, file))
STRING(fgets, (char *restrict s, int n, FILE *restrict file), (s, n, file))
// With _FORTIFY_SOURCE.
size_t __fread_chk(void *restrict p, size_t room, size_t size, size_t n, FILE *restrict file);
READ(__fread_chk, (void *restrict p, size_t room, size_t size, size_t n, FILE *restrict file), (p, room, size, n, file))
char *__fgets_chk(char *restrict s, size_t room, int n, FILE *restrict file);
STRING(__fgets_chk, (char *restrict s, size_t room, int n, FILE *restrict file), (s, room, n, file))

#define GET(name)                               \
  FT_EXPORT int name(FILE *file) {              \
    BEFORE;                                     \
    int got = FT_REAL(name)(file);              \
    RECEIVES;                                   \
    return got;                                 \
  }
GET(fgetc)
GET(getc)
#define LINE(name, parameters, arguments)                                                          \
  FT_EXPORT ssize_t name parameters {                                                              \
    BEFORE;                                                                                        \
    ssize_t got = FT_REAL(name) arguments;                                                         \
    RECEIVES;                                                                                      \
    if (got >= 0) ft_range(RAW_WRITE_RANGE, *to, got + 1, FT_SITE());                              \
    return got;                                                                                    \
  }
LINE(getline, (char **restrict to, size_t *restrict room, FILE *restrict file), (to, room, file))
LINE(getdelim, (char **restrict to, size_t *restrict room, int end, FILE *restrict file), (to, room, end, file))
// What the header makes of getline.
LINE(__getdelim, (char **restrict to, size_t *restrict room, int end, FILE *restrict file), (to, room, end, file))
