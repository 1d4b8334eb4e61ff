// Reading and writing by file descriptors: what is read was written before, so a write is ordered before the reads of the same
// pipe or file. The two ends of a socket cannot be told to belong together; all sockets are one, as ThreadSanitizer has it.
//
// To use a descriptor is also to read a variable of its number, and to close it a write: who closes what others may still use has a
// race, and may hit a file that was opened since.
#include "../core/runtime.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// Addresses that no memory has, for what is behind a descriptor.
enum channel { NUMBERS = 0xfb, BY_NODE = 0xfd, BY_DESCRIPTOR = 0xfe, SOCKETS = 0xff };
static uint64_t address(enum channel channel, uint64_t number) { return (uint64_t)channel << 40 | (number & 0xffffffffff); }

static uint64_t channel_of(int fd) {
  int error = errno;
  struct stat about;
  uint64_t result = 0;
  if (!fstat(fd, &about)) {
    if (S_ISSOCK(about.st_mode)) result = address(SOCKETS, 0);
    else if (S_ISFIFO(about.st_mode) || S_ISREG(about.st_mode)) result = address(BY_NODE, about.st_ino ^ about.st_dev << 32);
    // Event counters and timers share one node.
    else result = address(BY_DESCRIPTOR, fd);
  }
  errno = error;
  return result;
}

// The variable of a descriptor. Blocks of memory that follow each other as closely as numbers would not be told apart.
static void *number(int fd) { return (void *)address(NUMBERS, (uint64_t)fd * 16); }

void ft_order_descriptor(unsigned kind, int fd, uint64_t site) {
  if (!ft_me->accesses || fd < 0) return;
  ft_range(RAW_READ_RANGE, number(fd), 1, site);
  uint64_t channel = channel_of(fd);
  if (channel) ft_sync(kind, channel, 0, site);
}

#define OUT(name, parameters, arguments, buffer, bytes)            \
  FT_EXPORT ssize_t name parameters {                              \
    ft_range(RAW_READ_RANGE, buffer, bytes, FT_SITE());            \
    ft_order_descriptor(RAW_SEND, fd, FT_SITE());                                \
    return FT_REAL(name) arguments;                                \
  }
#define IN(name, parameters, arguments, buffer)                                    \
  FT_EXPORT ssize_t name parameters {                                              \
    ssize_t got = FT_REAL(name) arguments;                                         \
    /* The end of a stream, too, was made by somebody. */                          \
    if (got >= 0) ft_order_descriptor(RAW_RECEIVE, fd, FT_SITE());                               \
    if (got > 0) ft_range(RAW_WRITE_RANGE, buffer, got, FT_SITE());                \
    return got;                                                                    \
  }
#define IN_CHECKED(name, parameters, arguments, buffer)                            \
  ssize_t name parameters;                                                         \
  IN(name, parameters, arguments, buffer)
#define ADDRESS_OUT const struct sockaddr *to, socklen_t size
#define ADDRESS_IN struct sockaddr *restrict from, socklen_t *restrict size

OUT(write, (int fd, const void *p, size_t n), (fd, p, n), p, n)
OUT(pwrite, (int fd, const void *p, size_t n, off_t at), (fd, p, n, at), p, n)
OUT(pwrite64, (int fd, const void *p, size_t n, off64_t at), (fd, p, n, at), p, n)
OUT(send, (int fd, const void *p, size_t n, int flags), (fd, p, n, flags), p, n)
OUT(sendto, (int fd, const void *p, size_t n, int flags, ADDRESS_OUT), (fd, p, n, flags, to, size), p, n)
// The buffers of a vector are not looked at.
OUT(sendmsg, (int fd, const struct msghdr *m, int flags), (fd, m, flags), m, 0)
OUT(writev, (int fd, const struct iovec *v, int n), (fd, v, n), v, 0)
OUT(pwritev, (int fd, const struct iovec *v, int n, off_t at), (fd, v, n, at), v, 0)
OUT(pwritev64, (int fd, const struct iovec *v, int n, off64_t at), (fd, v, n, at), v, 0)
OUT(pwritev2, (int fd, const struct iovec *v, int n, off_t at, int flags), (fd, v, n, at, flags), v, 0)
OUT(pwritev64v2, (int fd, const struct iovec *v, int n, off64_t at, int flags), (fd, v, n, at, flags), v, 0)
IN(read, (int fd, void *p, size_t n), (fd, p, n), p)
IN(pread, (int fd, void *p, size_t n, off_t at), (fd, p, n, at), p)
IN(pread64, (int fd, void *p, size_t n, off64_t at), (fd, p, n, at), p)
IN(recv, (int fd, void *p, size_t n, int flags), (fd, p, n, flags), p)
IN(recvfrom, (int fd, void *restrict p, size_t n, int flags, ADDRESS_IN), (fd, p, n, flags, from, size), p)
// With _FORTIFY_SOURCE.
IN_CHECKED(__read_chk, (int fd, void *p, size_t n, size_t room), (fd, p, n, room), p)
IN_CHECKED(__pread_chk, (int fd, void *p, size_t n, off_t at, size_t room), (fd, p, n, at, room), p)
IN_CHECKED(__pread64_chk, (int fd, void *p, size_t n, off64_t at, size_t room), (fd, p, n, at, room), p)
IN_CHECKED(__recv_chk, (int fd, void *p, size_t n, size_t room, int flags), (fd, p, n, room, flags), p)
IN_CHECKED(__recvfrom_chk, (int fd, void *restrict p, size_t n, size_t room, int flags, ADDRESS_IN),
           (fd, p, n, room, flags, from, size), p)

#define SCATTER(type, name, parameters, arguments)                                 \
  FT_EXPORT type name parameters {                                                 \
    type got = FT_REAL(name) arguments;                                            \
    if (got >= 0) ft_order_descriptor(RAW_RECEIVE, fd, FT_SITE());                 \
    return got;                                                                    \
  }
SCATTER(ssize_t, recvmsg, (int fd, struct msghdr *m, int flags), (fd, m, flags))
SCATTER(ssize_t, readv, (int fd, const struct iovec *v, int n), (fd, v, n))
SCATTER(ssize_t, preadv, (int fd, const struct iovec *v, int n, off_t at), (fd, v, n, at))
SCATTER(ssize_t, preadv64, (int fd, const struct iovec *v, int n, off64_t at), (fd, v, n, at))
SCATTER(ssize_t, preadv2, (int fd, const struct iovec *v, int n, off_t at, int flags), (fd, v, n, at, flags))
SCATTER(ssize_t, preadv64v2, (int fd, const struct iovec *v, int n, off64_t at, int flags), (fd, v, n, at, flags))
SCATTER(int, recvmmsg, (int fd, struct mmsghdr *m, unsigned n, int flags, struct timespec *until), (fd, m, n, flags, until))

FT_EXPORT int sendmmsg(int fd, struct mmsghdr *m, unsigned n, int flags) {
  ft_order_descriptor(RAW_SEND, fd, FT_SITE());
  return FT_REAL(sendmmsg)(fd, m, n, flags);
}

// From one descriptor to another, by the kernel alone.
#define TRANSFER(name, parameters, arguments)                                      \
  FT_EXPORT ssize_t name parameters {                                              \
    ft_order_descriptor(RAW_SEND, to, FT_SITE());                                  \
    ssize_t got = FT_REAL(name) arguments;                                         \
    if (got >= 0) ft_order_descriptor(RAW_RECEIVE, from, FT_SITE());               \
    return got;                                                                    \
  }
#define BOTH int from, off64_t *from_at, int to, off64_t *to_at, size_t n
TRANSFER(splice, (BOTH, unsigned flags), (from, from_at, to, to_at, n, flags))
TRANSFER(copy_file_range, (BOTH, unsigned flags), (from, from_at, to, to_at, n, flags))
TRANSFER(tee, (int from, int to, size_t n, unsigned flags), (from, to, n, flags))
TRANSFER(sendfile, (int to, int from, off_t *at, size_t n), (to, from, at, n))
TRANSFER(sendfile64, (int to, int from, off64_t *at, size_t n), (to, from, at, n))

FT_EXPORT int eventfd_write(int fd, eventfd_t value) {
  ft_order_descriptor(RAW_SEND, fd, FT_SITE());
  return FT_REAL(eventfd_write)(fd, value);
}
FT_EXPORT int eventfd_read(int fd, eventfd_t *value) {
  int result = FT_REAL(eventfd_read)(fd, value);
  if (!result) ft_order_descriptor(RAW_RECEIVE, fd, FT_SITE());
  return result;
}

// Who is connected was asked to be.
FT_EXPORT int connect(int fd, ADDRESS_OUT) {
  ft_order_descriptor(RAW_SEND, fd, FT_SITE());
  return FT_REAL(connect)(fd, to, size);
}
#define ACCEPT(name, parameters, arguments)                 \
  FT_EXPORT int name parameters {                           \
    int result = FT_REAL(name) arguments;                   \
    if (result >= 0) ft_order_descriptor(RAW_RECEIVE, fd, FT_SITE());     \
    return result;                                          \
  }
ACCEPT(accept, (int fd, ADDRESS_IN), (fd, from, size))
ACCEPT(accept4, (int fd, ADDRESS_IN, int flags), (fd, from, size, flags))

// What reads sees the end of a stream that was closed.
static void closed(int fd, uint64_t site) {
  struct ft_thread *t = ft_me;
  ft_descriptors_change();
  ft_order_descriptor(RAW_SEND, fd, site);
  if (!t->accesses || fd < 0) return;
  ft_range(RAW_WRITE_RANGE, number(fd), 1, site);
  // Whoever gets this number next has another descriptor.
  ft_tell_now(t, ft_what(RAW_FREE, 0, (uint64_t)number(fd)), ft_where(site, 0));
  ft_allocated(number(fd), 1, 0, RAW_HEAP, site);
}
FT_EXPORT int close(int fd) {
  closed(fd, FT_SITE());
  return FT_REAL(close)(fd);
}
FT_EXPORT int fclose(FILE *file) {
  closed(ft_descriptor_of(file), FT_SITE());
  return FT_REAL(fclose)(file);
}
// Who reads sees the end of the stream.
FT_EXPORT int shutdown(int fd, int how) {
  ft_order_descriptor(RAW_SEND, fd, FT_SITE());
  return FT_REAL(shutdown)(fd, how);
}
// Gives the number to another file in one step. Who uses it meanwhile gets one of the two, which is what some programs are after; only
// closing it at the same time is a race.
static void replaced(int fd, int other, uint64_t site) {
  ft_descriptors_change();
  if (fd == other || other < 0 || !ft_me->accesses) return;
  ft_range(RAW_READ_RANGE, number(fd), 1, site);
  ft_order_descriptor(RAW_SEND, other, site);
}
FT_EXPORT int dup2(int fd, int other) {
  replaced(fd, other, FT_SITE());
  return FT_REAL(dup2)(fd, other);
}
FT_EXPORT int dup3(int fd, int other, int flags) {
  replaced(fd, other, FT_SITE());
  return FT_REAL(dup3)(fd, other, flags);
}
