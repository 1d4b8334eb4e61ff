// A program whose threads all wait for each other will never end, and would never have a report. It is ended when for three seconds
// nothing was recorded, every thread of the process is in a wait that only another of them can end, and there is nobody else who
// could: no signal handler, no memory that processes share, no thread that is not recorded.
#include "runtime.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { STILL = 3 };
int ft_outsiders;

// How many threads the kernel knows.
static int all_threads(void) {
  char text[4096];
  int fd = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/status", O_RDONLY | O_CLOEXEC, 0);
  long n = fd < 0 ? 0 : syscall(SYS_read, fd, text, sizeof text - 1);
  if (fd >= 0) syscall(SYS_close, fd);
  text[n < 0 ? 0 : n] = 0;
  const char *found = strstr(text, "\nThreads:");
  return found ? atoi(found + strlen("\nThreads:")) : -1;
}

static void end_if_stuck(struct ft_patience *p) {
  struct ft_others others = ft_others();
  int same = others.recorded == p->recorded;
  p->recorded = others.recorded;
  if (!ft_on || ft_outsiders || others.blocked < others.running || !same) p->still = 0;
  else if (++p->still >= STILL && all_threads() == others.running + 1) {
    ft_say("foretrace: deadlock: all threads wait for each other; the program is ended\n");
    syscall(SYS_kill, syscall(SYS_getpid), SIGTERM);
    // In case it does not mind that.
    ft_pause(900000000);
    _exit(128 + SIGTERM);
  }
}

// The next second to wait for, by the clock of pthread_mutex_timedlock. The first time, nothing is looked at.
const struct timespec *ft_patience(struct ft_patience *p) {
  int error = errno;
  if (p->until.tv_sec) end_if_stuck(p);
  clock_gettime(CLOCK_REALTIME, &p->until);
  p->until.tv_sec++;
  errno = error;
  return &p->until;
}
