// Makes calls of the system fail, for tests: from the n-th call of a kind on a path on, or only that one. Loaded by LD_PRELOAD.
//   FAULT_CALL   write, open or rename
//   FAULT_PATH   a part of the path
//   FAULT_AT     n, from 1
//   FAULT_ERRNO  what it fails with
//   FAULT_ONCE   set: the calls after it succeed again
// A count is kept per process.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static long count;

static long raw(long number, long a, long b, long c, long d, long e, long f) {
  static long (*next)(long, ...);
  if (!next) next = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  return next(number, a, b, c, d, e, f);
}

static int fails(const char *call, const char *path) {
  const char *wanted = getenv("FAULT_CALL"), *part = getenv("FAULT_PATH"), *at = getenv("FAULT_AT"), *error = getenv("FAULT_ERRNO");
  if (!wanted || !part || !at || !error || strcmp(wanted, call) || !strstr(path, part)) return 0;
  long n = __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST), first = atol(at);
  if (n < first || (n > first && getenv("FAULT_ONCE"))) return 0;
  errno = atoi(error);
  return 1;
}
static int write_fails(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  path[length < 0 ? 0 : length] = 0;
  return fails("write", path);
}

// The recorder of C calls the system through this one.
long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long), d = va_arg(rest, long), e = va_arg(rest, long),
       f = va_arg(rest, long);
  va_end(rest);
  if ((number == SYS_pwrite64 || number == SYS_write) && write_fails((int)a)) return -1;
  if (number == SYS_openat && c & O_CREAT && fails("open", (const char *)b)) return -1;
  return raw(number, a, b, c, d, e, f);
}
ssize_t write(int fd, const void *bytes, size_t length) {
  return write_fails(fd) ? -1 : raw(SYS_write, fd, (long)bytes, (long)length, 0, 0, 0);
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
  return write_fails(fd) ? -1 : raw(SYS_pwrite64, fd, (long)bytes, (long)length, at, 0, 0);
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return pwrite64(fd, bytes, length, at); }
int posix_fallocate64(int fd, off64_t from, off64_t length) {
  if (write_fails(fd)) return errno;
  return raw(SYS_fallocate, fd, 0, from, length, 0, 0) ? errno : 0;
}
int posix_fallocate(int fd, off_t from, off_t length) { return posix_fallocate64(fd, from, length); }
int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int);
  va_end(rest);
  if (flags & O_CREAT && fails("open", path)) return -1;
  return (int)raw(SYS_openat, AT_FDCWD, (long)path, flags, mode, 0, 0);
}
int rename(const char *from, const char *to) {
  return fails("rename", to) ? -1 : (int)raw(SYS_rename, (long)from, (long)to, 0, 0, 0, 0);
}
