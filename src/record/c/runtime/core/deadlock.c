// Threads that wait for others: what each waits for, and when nobody is left who could end a wait.
//
// What a thread waits for stands behind the records of its tail, not in its log, and only while it waits: so it is there however the process
// ends, and costs a program that goes on nothing. A program whose threads all wait would never end, and never have a report. It is ended when for two
// seconds nothing was recorded, every thread of the process slept in a wait that only another of them can end, and there was nobody
// else who could: no signal handler, no memory that processes share, no thread that is not recorded. A thread of ours looks, which is there
// only while all others wait.
#include "calls.h"
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// How often it looks, and how often in a row all must wait.
enum { LOOK = 250000000, STILL = 8 };
int ft_outsiders;
static int running, waiting, watched;

// The state of a thread, by the kernel's word: the letter behind its name, which may have anything in it.
static int state(int tasks, const char *name) {
  char path[64] = "", text[512];
  strncat(path, name, 20);
  strcat(path, "/stat");
  int fd = (int)syscall(SYS_openat, tasks, path, O_RDONLY | O_CLOEXEC, 0);
  long n = fd < 0 ? 0 : syscall(SYS_read, fd, text, sizeof text - 1);
  if (fd >= 0) syscall(SYS_close, fd);
  text[n < 0 ? 0 : n] = 0;
  const char *end = strrchr(text, ')');
  return end && end[1] == ' ' ? end[2] : 0;
}

struct entry {
  uint64_t inode, next;
  uint16_t bytes;
  uint8_t type;
  char name[];
};
// How many threads the kernel knows beside this one, if all of them sleep; or -1. One that was woken and has not run yet does not. A main
// thread that ended by pthread_exit is known, as a zombie, for as long as the others live.
static int all_asleep(void) {
  char entries[4096] __attribute__((aligned(8)));
  long own = syscall(SYS_gettid), n = -1;
  int count = 0, tasks = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  if (tasks < 0) return -1;
  while (count >= 0 && (n = syscall(SYS_getdents64, tasks, entries, sizeof entries)) > 0)
    for (struct entry *e; n > 0 && count >= 0; n -= e->bytes, memmove(entries, entries + e->bytes, n)) {
      e = (void *)entries;
      if (e->name[0] == '.' || atol(e->name) == own) continue;
      int is = state(tasks, e->name);
      if (is != 'Z') count = is == 'S' ? count + 1 : -1;
    }
  syscall(SYS_close, tasks);
  return n < 0 ? -1 : count;
}

static void end_program(void) {
  ft_threads_stuck();
  ft_say("foretrace: deadlock: every thread waits, and nobody is left to end that; the program is ended\n");
  syscall(SYS_kill, syscall(SYS_getpid), SIGTERM);
  // In case it does not mind that.
  ft_pause(900000000);
  _exit(128 + SIGTERM);
}

static int all_wait(const struct ft_others *others) { return ft_on && !ft_outsiders && others->running && others->blocked == others->running; }

static int leaves(void) {
  __atomic_store_n(&watched, 0, __ATOMIC_SEQ_CST);
  // Who began to wait before that has left it to this one.
  struct ft_others others = ft_others();
  return !all_wait(&others) || __atomic_exchange_n(&watched, 1, __ATOMIC_SEQ_CST);
}
// It stays for one look at least: threads that take turns all seem to wait for a moment, time and again.
static void *watch(void *unused) {
  ft_me = &ft_silent;
  struct ft_others others;
  uint64_t before = 0;
  int still = 0;
  do {
    ft_pause(LOOK);
    others = ft_others();
    still = all_wait(&others) && others.recorded == before && all_asleep() == others.running ? still + 1 : 0;
    before = others.recorded;
    if (still >= STILL) end_program();
  } while (all_wait(&others) || !leaves());
  return unused;
}

// The signals of the C library itself, 32 to 34: setuid waits until each thread has handled one.
#define OF_THE_LIBRARY ((uint64_t)7 << 31)

void ft_watch(void) {
  if (__atomic_load_n(&waiting, __ATOMIC_SEQ_CST) < __atomic_load_n(&running, __ATOMIC_SEQ_CST) || ft_outsiders || !ft_on) return;
  if (__atomic_load_n(&running, __ATOMIC_SEQ_CST) < 1 || __atomic_exchange_n(&watched, 1, __ATOMIC_SEQ_CST)) return;
  int error = errno;
  uint64_t signals = ~OF_THE_LIBRARY;
  struct ft_thread *me = ft_me;
  pthread_t thread;
  pthread_attr_t detached;
  // What is allocated for it is not the program's.
  ft_me = &ft_silent;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &signals, &signals, sizeof signals);
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  if (FT_REAL(pthread_create)(&thread, &detached, watch, NULL)) __atomic_store_n(&watched, 0, __ATOMIC_SEQ_CST);
  pthread_attr_destroy(&detached);
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &signals, NULL, sizeof signals);
  ft_me = me;
  errno = error;
}

void ft_waits(unsigned what, uint64_t address, uint64_t site) {
  struct ft_thread *t = ft_me;
  if (!t->recording) return;
  uint64_t where = ft_placed_anywhere(t, ft_where(site, what), FT_CALLER_SP());
  ft_blocks();
  // A pool waits for work: that nobody gives it some is no deadlock.
  if (t->inside) return;
  if (!t->ignore_synchronisation) {
    t->request[2] = t->blocked_at;
    ft_put(t->request, ft_what(RAW_REQUEST, 0, address), where);
  }
  if (t->waits) return;
  t->waits = 1;
  __atomic_add_fetch(&waiting, 1, __ATOMIC_SEQ_CST);
}
void ft_waits_no_more(struct ft_thread *t) {
  __atomic_store_n(&t->blocked_at, 0, __ATOMIC_RELAXED);
  if (!t->waits) return;
  t->waits = 0;
  if (t->buffer) __atomic_store_n(t->request, 0, __ATOMIC_RELEASE);
  __atomic_sub_fetch(&waiting, 1, __ATOMIC_SEQ_CST);
}

void ft_count_threads(int by) { __atomic_add_fetch(&running, by, __ATOMIC_SEQ_CST); }
void ft_deadlock_forked(void) { running = waiting = watched = 0; }
