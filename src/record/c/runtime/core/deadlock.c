// Threads that wait for others: what each waits for, and when nobody is left who could end a wait.
//
// What a thread waits for stands behind the records of its tail, not in its log, and only while it waits: so it is there however the process
// ends, and costs a program that goes on nothing. A program whose threads all wait would never end, and never have a report. It is ended when for two
// seconds nothing was recorded, every thread of the process slept in a wait that only another of them can end, and there was nobody
// else who could: no signal handler, no memory that processes share, no thread that is not recorded. A thread of ours looks, which is there
// only while all others wait.
//
// That thread is none of the program's, nor of the C library's: it is made by clone, has no thread-local memory, and calls nobody outside of the
// runtime. So it is in no list or count of threads, nobody waits for it, the last thread of the program is the last, and to make it allocates nothing.
#include "calls.h"
#include "system.h"
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

// How often it looks, and how often in a row all must wait.
enum { LOOK = 250000000, STILL = 8 };
int ft_outsiders;
static int running, waiting, watched;

static void sleep_for(long nanoseconds) {
  struct timespec time = {0, nanoseconds};
  ft_system(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, (long)&time, 0);
}

// Also if it does not mind the signal. What was recorded is there however it ends.
static void end_program(void) {
  ft_threads_stuck();
  ft_say("foretrace: deadlock: every thread waits, and nobody is left to end that; the program is ended\n");
  ft_system(SYS_kill, ft_system(SYS_getpid, 0, 0, 0, 0), SIGTERM, 0, 0);
  sleep_for(900000000);
  ft_system(SYS_exit_group, 128 + SIGTERM, 0, 0, 0);
}

static int all_wait(const struct ft_others *others) { return ft_on && !ft_outsiders && !ft_held && others->running && others->blocked == others->running; }

static int leaves(void) {
  __atomic_store_n(&watched, 0, __ATOMIC_SEQ_CST);
  // Who began to wait before that has left it to this one.
  struct ft_others others = ft_others(NULL);
  return !all_wait(&others) || __atomic_exchange_n(&watched, 1, __ATOMIC_SEQ_CST);
}
// It stays for one look at least: threads that take turns all seem to wait for a moment, time and again.
static int watch(void *unused) {
  (void)unused;
  struct ft_others others;
  uint64_t before = 0;
  int still = 0;
  ft_system(SYS_prctl, PR_SET_NAME, (long)"foretrace", 0, 0);
  do {
    sleep_for(LOOK);
    others = ft_others(NULL);
    still = all_wait(&others) && others.recorded == before && ft_all_asleep() == others.running ? still + 1 : 0;
    before = others.recorded;
    if (still >= STILL) end_program();
  } while (all_wait(&others) || !leaves());
  return 0;
}

// Its stack is one, which the next may have when the kernel says that it is gone.
enum { STACK = 32 << 10 };
static char stack[STACK] __attribute__((aligned(16)));
static int alive;

void ft_watch(void) {
  if (__atomic_load_n(&waiting, __ATOMIC_SEQ_CST) < __atomic_load_n(&running, __ATOMIC_SEQ_CST) || ft_outsiders || !ft_on) return;
  if (__atomic_load_n(&running, __ATOMIC_SEQ_CST) < 1 || __atomic_exchange_n(&watched, 1, __ATOMIC_SEQ_CST)) return;
  enum { THREAD = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_CHILD_CLEARTID };
  int error = errno;
  // None is delivered to it, ever; nor to this thread while it waits for the stack.
  uint64_t signals = ft_block_signals();
  while (__atomic_exchange_n(&alive, 1, __ATOMIC_SEQ_CST)) ft_system(SYS_sched_yield, 0, 0, 0, 0);
  if (FT_REAL(clone)(watch, stack + STACK, THREAD, NULL, NULL, NULL, &alive) < 0) {
    __atomic_store_n(&alive, 0, __ATOMIC_SEQ_CST);
    __atomic_store_n(&watched, 0, __ATOMIC_SEQ_CST);
  }
  ft_set_signals(signals);
  errno = error;
}

void ft_waits(unsigned what, uint64_t address, uint64_t site) {
  struct ft_thread *t = ft_me;
  if (!t->recording) return;
  uint64_t where = ft_placed_anywhere(t, ft_where(site, what), FT_CALLER_SP());
  ft_blocks();
  if (FT_UNLIKELY(ft_scheduled)) ft_schedule_waits(t, what == RAW_FOR_END ? FT_END_OF | address : address);
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
  __atomic_store_n(&t->wants, 0, __ATOMIC_RELEASE);
  if (!t->waits) return;
  t->waits = 0;
  if (t->buffer) __atomic_store_n(t->request, 0, __ATOMIC_RELEASE);
  __atomic_sub_fetch(&waiting, 1, __ATOMIC_SEQ_CST);
}

void ft_count_threads(int by) { __atomic_add_fetch(&running, by, __ATOMIC_SEQ_CST); }
void ft_deadlock_forked(void) { running = waiting = watched = alive = 0; }
