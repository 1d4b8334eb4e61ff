// What the kernel says of the threads of this process: who sleeps, and whether for a time. Read by system calls of our own: the threads that ask may be none of
// the C library's.
#include "calls.h"
#include "system.h"
#include <fcntl.h>
#include <linux/futex.h>
#include <stdio.h>

static int open_to_read(int in, const char *path, int flags) {
  return (int)ft_system(SYS_openat, in, (long)path, O_RDONLY | O_CLOEXEC | flags, 0);
}

// A file of a thread, as text.
enum { LONGEST = 512 };
static void told(int tasks, const char *name, const char *file, char *text) {
  char path[64] = "";
  int fd = ft_add_text(path, sizeof path, name) && ft_add_text(path, sizeof path, file) ? open_to_read(tasks, path, 0) : -1;
  long n = fd < 0 ? 0 : ft_system(SYS_read, fd, (long)text, LONGEST - 1, 0);
  if (fd >= 0) ft_system(SYS_close, fd, 0, 0, 0);
  text[n < 0 ? 0 : n] = 0;
}
// The state of a thread: the letter behind its name, which may have anything in it.
static int state(int tasks, const char *name) {
  char text[LONGEST];
  told(tasks, name, "/stat", text);
  const char *end = ft_last(text, ')');
  return end && end[1] == ' ' ? end[2] : 0;
}

// The number of the system call that a thread is in, and its arguments.
enum { WORDS = 7 };
static int in_call(const char *text, uint64_t *words) {
  unsigned count = 0;
  for (const char *at = text; *at && count < WORDS; count++) {
    unsigned base = at[0] == '0' && at[1] == 'x' ? 16 : 10;
    at += base == 16 ? 2 : 0;
    uint64_t value = 0;
    const char *from = at;
    for (;; at++) {
      unsigned digit = *at >= '0' && *at <= '9' ? *at - '0' : *at >= 'a' && *at <= 'f' ? *at - 'a' + 10 : 16;
      if (digit >= base) break;
      value = value * base + digit;
    }
    if (at == from) return 0;
    words[count] = value;
    while (*at == ' ') at++;
  }
  return count == WORDS;
}
// Whether only somebody else can end the call: it has no time limit. Calls that may have one and are not known here are taken to have one.
static int has_no_limit(int tasks, const char *name) {
  char text[LONGEST];
  uint64_t words[WORDS];
  told(tasks, name, "/syscall", text);
  if (!in_call(text, words)) return 0;
  const uint64_t *argument = words + 1;
  switch (words[0]) {
    case SYS_read: case SYS_readv: case SYS_recvfrom: case SYS_recvmsg: case SYS_accept: case SYS_accept4:
    case SYS_write: case SYS_writev: case SYS_sendto: case SYS_sendmsg: case SYS_connect: case SYS_wait4: case SYS_waitid:
    case SYS_flock: case SYS_fcntl: case SYS_rt_sigsuspend: return 1;
#ifdef SYS_pause
    case SYS_pause: return 1;
#endif
    case SYS_futex: return (argument[1] & FUTEX_CMD_MASK) != FUTEX_REQUEUE && !argument[3];
    case SYS_ppoll: return !argument[2];
    case SYS_pselect6: return !argument[4];
    case SYS_epoll_pwait: return (int)argument[3] < 0;
    case SYS_rt_sigtimedwait: return !argument[2];
#ifdef SYS_poll
    case SYS_poll: return (int)argument[2] < 0;
    case SYS_select: return !argument[4];
    case SYS_epoll_wait: return (int)argument[3] < 0;
#endif
    default: return 0;
  }
}

struct entry {
  uint64_t inode, next;
  uint16_t bytes;
  uint8_t type;
  char name[];
};
static long number(const char *text) {
  long value = 0;
  for (; *text >= '0' && *text <= '9'; text++) value = value * 10 + *text - '0';
  return value;
}
// Counts those of the other threads for which it is so, if all of them sleep; or -1. One that was woken and has not run yet does not. A main thread that
// ended by pthread_exit is known, as a zombie, for as long as the others live.
static int count(int (*is_so)(int tasks, const char *name)) {
  char entries[4096] __attribute__((aligned(8)));
  long own = ft_system(SYS_gettid, 0, 0, 0, 0), n = -1;
  int found = 0, tasks = open_to_read(AT_FDCWD, "/proc/self/task", O_DIRECTORY);
  if (tasks < 0) return -1;
  while (found >= 0 && (n = ft_system(SYS_getdents64, tasks, (long)entries, sizeof entries, 0)) > 0)
    for (long at = 0; at < n && found >= 0; at += ((struct entry *)(entries + at))->bytes) {
      const char *name = ((struct entry *)(entries + at))->name;
      if (name[0] == '.' || number(name) == own) continue;
      int is = state(tasks, name);
      if (is != 'Z') found = is != 'S' ? -1 : found + is_so(tasks, name);
    }
  ft_system(SYS_close, tasks, 0, 0, 0);
  return n < 0 ? -1 : found;
}

static int any(int tasks, const char *name) {
  (void)tasks, (void)name;
  return 1;
}
int ft_all_asleep(void) { return count(any); }

static int may_wake_up(int tasks, const char *name) { return !has_no_limit(tasks, name); }
int ft_nappers(void) { return count(may_wake_up); }

int ft_is_asleep(long kernel) {
  char name[24];
  FT_REAL(snprintf)(name, sizeof name, "%ld", kernel);
  int tasks = open_to_read(AT_FDCWD, "/proc/self/task", O_DIRECTORY), is = tasks < 0 ? 0 : state(tasks, name);
  if (tasks >= 0) ft_system(SYS_close, tasks, 0, 0, 0);
  return is == 'S' || is == 0;
}
