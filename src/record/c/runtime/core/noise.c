// Small delays that shake other schedules out. Short programs need them most: a thread that does little is over before the next one
// begins, so that what could overlap never does. A recording takes the first steps of threads slowly, and is at full speed after
// that; with FORETRACE_NOISE=1 it is never quite.
#include "runtime.h"
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SLOW_THREADS = 64, SLOW_STEPS = 8 };
static int noisy;
static uint64_t seed;
// Of this run: whether the makers of threads get on until they wait, or the new threads do, or nobody is held up.
static enum { MAKERS_FIRST, THREADS_FIRST, NOBODY_FIRST } habit;

void ft_pause(long nanoseconds) {
  int error = errno;
  struct timespec time = {0, nanoseconds};
  // A system call, since the program may have a function of this name.
  syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &time, NULL);
  errno = error;
}

void ft_noise_init(void) {
  const char *asked = getenv("FORETRACE_NOISE");
  struct timespec now;
  noisy = asked && *asked && *asked != '0';
  clock_gettime(CLOCK_MONOTONIC, &now);
  seed = now.tv_nsec * 0x9e3779b97f4a7c15ull ^ now.tv_sec;
  uint64_t given;
  ft_schedule_init(&given);
  if (ft_scheduled) seed = (given + 1) * 0x9e3779b97f4a7c15ull;
  if (ft_scheduled == FT_DELAYED) noisy = 1;
  unsigned of_eight = seed >> 40 & 7;
  habit = of_eight < 3 ? MAKERS_FIRST : of_eight < 6 ? THREADS_FIRST : NOBODY_FIRST;
}

// xorshift: the delays must differ between threads and runs, and no more.
static unsigned chance(struct ft_thread *t) {
  if (!t->random) t->random = (seed ^ (t->number + 1) * 0xbf58476d1ce4e5b9ull) | 1;
  t->random ^= t->random << 13;
  t->random ^= t->random >> 7;
  t->random ^= t->random << 17;
  return (unsigned)(t->random >> 32);
}

// None in half of the cases; otherwise as likely one of a few microseconds as one of many, up to 2 to the power of `most`.
static void delay(struct ft_thread *t, unsigned most) {
  unsigned c = chance(t);
  if (c % 2) ft_pause((1000l << c / 2 % most) + c / 64 % 1000);
}

// Where somebody else says who goes on, nobody is slow.
static int slow(const struct ft_thread *t) { return ft_scheduled != FT_PCT && (noisy || t->number <= SLOW_THREADS); }
static int delays(const struct ft_thread *t) { return ft_scheduled != FT_PCT && t->accesses && (noisy || t->steps < SLOW_STEPS); }

// When makers come first, their threads begin at once and in any order; when threads do, what the maker does next does not hide what
// they do first.
void ft_noise_made(struct ft_thread *maker, struct ft_thread *t) {
  // Who is first, a plan says.
  if (!slow(t) || ft_steers) return;
  // Not always, so that the first thread may be over when the second is made.
  if (chance(maker) % 4 == 0) return;
  t->maker = habit == MAKERS_FIRST ? maker : NULL;
  t->first = habit == THREADS_FIRST;
}

// At the begin of a thread.
void ft_noise_start(struct ft_thread *t) {
  if (FT_UNLIKELY(ft_scheduled)) ft_schedule_step(t);
  if (!t->maker) return;
  for (int i = 0; i < 20 && !ft_is_blocked(t->maker); i++) ft_pause(100000);
  ft_pause(chance(t) % 512 * 1000);
}

static long microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

// In its maker: a thread that comes first has a millisecond, unless it ends or waits before. By the clock: on a busy machine every
// pause is long, and programs have delays of their own that should stay the longer ones.
void ft_noise_let(struct ft_thread *t) {
  if (FT_UNLIKELY(ft_scheduled)) ft_schedule_step(ft_me);
  if (!t->first) return;
  long from = microseconds();
  do ft_pause(50000);
  while (!__atomic_load_n(&t->ended, __ATOMIC_ACQUIRE) && !ft_is_blocked(t) && microseconds() - from < 1000);
}

// Before a thread waits for something.
void ft_noise(struct ft_thread *t) {
  if (FT_UNLIKELY(ft_scheduled)) ft_schedule_step(t);
  if (!delays(t)) return;
  t->steps++;
  delay(t, 9);
}

// After a thread told another of a change: who waits for it may get to look before the next change.
void ft_noise_told(struct ft_thread *t) {
  t->told = 0;
  if (ft_steers || !delays(t)) return;
  t->steps++;
  unsigned c = chance(t);
  if (c % 2) ft_pause((64l + c / 2 % 256) * 1000);
}
