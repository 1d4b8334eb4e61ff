// Schedules by a seed: FORETRACE_SCHEDULE=policy:seed[:steps:depth], as src/steer/schedule.ts writes it.
//
// `pct` is what Burckhardt et al. call probabilistic concurrency testing (ASPLOS 2010): every thread has a random priority, the highest of those that can
// go on runs, and at depth - 1 random steps the thread that runs becomes the lowest. A step is a synchronisation. Before each, a thread waits until none
// of a higher priority can go on. Who waits for a lock waits here, and not in the kernel, so that it is known at once that it can go on; what cannot be
// known so, a system call that takes long, holds the others up for a moment only: one that has not moved for that long does not count until it moves.
// One that asks again and again for what a lower thread has to do would run forever: after many steps it becomes the lowest, and so does whoever keeps another
// waiting for long, since it may sleep in between.
#include "runtime.h"
#include <stdio.h>
#include <stdlib.h>

int ft_scheduled;
static uint64_t seed, steps;
enum { MOST_DEPTH = 16, SPINS = 24 };
static uint64_t changes[MOST_DEPTH];
static unsigned depth;
// Below all others: threads that spin take turns.
static int64_t lowest = -1;
static const long STALL = 100000, LOOK = 20000, LONGEST_TURN = 1000000;
enum { MOST_STEPS = 10000 };

// splitmix64.
static uint64_t mixed(uint64_t n) {
  uint64_t z = seed + (n + 1) * 0x9e3779b97f4a7c15ull;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}

// The word up to the next colon: 1 if it is this one.
static int is(const char *text, const char *word) {
  while (*word && *text == *word) text++, word++;
  return !*word && *text == ':';
}

// What is no schedule is none: the program runs as it would.
void ft_schedule_init(uint64_t *given) {
  const char *text = getenv("FORETRACE_SCHEDULE");
  if (!text) return;
  int policy = is(text, "delays") ? FT_DELAYED : is(text, "pct") ? FT_PCT : is(text, "plain") || is(text, "led") ? FT_SEEDED : 0;
  if (!policy) return;
  while (*text++ != ':') {
  }
  char *end;
  *given = seed = strtoull(text, &end, 16);
  unsigned long long bound = *end == ':' ? strtoull(end + 1, &end, 10) : 100;
  depth = *end == ':' ? (unsigned)strtoull(end + 1, &end, 10) : 3;
  if (depth < 1) depth = 1;
  if (depth > MOST_DEPTH) depth = MOST_DEPTH;
  for (unsigned i = 0; i + 1 < depth; i++) changes[i] = 1 + mixed(1000000 + i) % (bound ? bound : 1);
  ft_scheduled = policy;
}

// In the order in which threads are made, which is the same in the same schedule.
void ft_schedule_made(struct ft_thread *t) { t->priority = MOST_DEPTH + (int64_t)(mixed(t->number) >> 2); }

static uint64_t moves(const struct ft_thread *t) {
  return __atomic_load_n(&t->moves, __ATOMIC_RELAXED) + __atomic_load_n(&t->pos, __ATOMIC_RELAXED) + 1;
}

static int can_go_on(const struct ft_thread *t) {
  uint64_t wants = __atomic_load_n(&t->wants, __ATOMIC_ACQUIRE);
  if (t->ended || t->idle || t->inside || __atomic_load_n(&t->stalled, __ATOMIC_RELAXED) == moves(t)) return 0;
  return wants == FT_LET || (!wants && !ft_is_blocked(t));
}

static void become_lowest(struct ft_thread *t) { t->priority = __atomic_sub_fetch(&lowest, 1, __ATOMIC_RELAXED); }

struct search {
  const struct ft_thread *me;
  // Whom it waits for; who has not moved for long, and who was waited for too long.
  uint32_t number, stalled, greedy;
  uint64_t moves;
};
enum { NOBODY = UINT32_MAX };
static void look(struct ft_thread *t, void *value) {
  struct search *s = value;
  if (t->number == s->stalled) __atomic_store_n(&t->stalled, moves(t), __ATOMIC_RELAXED);
  if (t->number == s->greedy) become_lowest(t);
  if (t == s->me || t->priority <= s->me->priority || !can_go_on(t)) return;
  s->number = t->number;
  s->moves = moves(t);
}

static long microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

// Until none of a higher priority can go on.
static void take_turn(struct ft_thread *t) {
  uint32_t before = NOBODY, stalled = NOBODY, greedy = NOBODY;
  uint64_t moved = 0;
  long from = 0, since = 0;
  for (;;) {
    struct search s = {t, NOBODY, stalled, greedy, 0};
    ft_each_thread(look, &s);
    stalled = greedy = NOBODY;
    if (s.number == NOBODY) return;
    long now = microseconds();
    if (!from) from = now;
    if (s.number != before || s.moves != moved) before = s.number, moved = s.moves, since = now;
    else if (now - since > STALL) stalled = s.number;
    if (now - from > LONGEST_TURN) greedy = s.number, from = now;
    ft_pause(LOOK);
  }
}

static void step(struct ft_thread *t) {
  int turns = ft_scheduled == FT_PCT && !t->inside;
  __atomic_store_n(&t->moves, t->moves + 1, __ATOMIC_RELAXED);
  if (t->moves % MOST_STEPS == 0) become_lowest(t);
  // Only whose turn it is counts: so the n-th step is the same in the same schedule.
  if (turns) take_turn(t);
  uint64_t n = __atomic_add_fetch(&steps, 1, __ATOMIC_RELAXED);
  if (!turns) return;
  for (unsigned i = 0; i + 1 < depth; i++)
    if (changes[i] == n) {
      t->priority = (int64_t)(depth - 1 - i);
      take_turn(t);
    }
}

void ft_schedule_step(struct ft_thread *t) {
  if (t->recording) step(t);
}

// One that does the same again and again, and records nothing new, waits for another.
void ft_schedule_atomic(struct ft_thread *t) {
  if (t->pos != t->turned_at) t->turned_at = t->pos, t->turns = 0;
  else if (++t->turns % SPINS == 0) become_lowest(t);
  step(t);
}

void ft_schedule_waits(struct ft_thread *t, uint64_t what) {
  static uint64_t order;
  t->waits_since = __atomic_add_fetch(&order, 1, __ATOMIC_RELAXED);
  __atomic_store_n(&t->wants, what, __ATOMIC_RELEASE);
}

static void let(struct ft_thread *t, void *what) {
  uint64_t wanted = (uint64_t)what;
  __atomic_compare_exchange_n(&t->wants, &wanted, FT_LET, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

// Whoever waits for this can go on, or try to.
void ft_schedule_let(uint64_t what) {
  if (ft_scheduled == FT_PCT) ft_each_thread(let, (void *)what);
  if (ft_me->recording) step(ft_me);
}
void ft_schedule_over(const struct ft_thread *t) {
  if (ft_scheduled == FT_PCT) ft_each_thread(let, (void *)(FT_END_OF | t->number));
}

// Who has waited longest for a condition is woken.
struct woken {
  uint64_t condition, since;
  int all;
};
static void wake(struct ft_thread *t, void *value) {
  struct woken *w = value;
  if (t->wants == w->condition && (w->all || t->waits_since == w->since)) __atomic_store_n(&t->wants, FT_LET, __ATOMIC_RELEASE);
}
static void longest(struct ft_thread *t, void *value) {
  struct woken *w = value;
  if (t->wants == w->condition && (!w->since || t->waits_since < w->since)) w->since = t->waits_since;
}
void ft_schedule_wake(uint64_t condition, int all) {
  struct woken w = {condition, 0, all};
  if (ft_scheduled != FT_PCT) return;
  ft_each_thread(longest, &w);
  ft_each_thread(wake, &w);
}

// Instead of a wait in the kernel: until somebody lets go of it, and it is this thread's turn to try.
int ft_schedule_holds(void) { return ft_scheduled == FT_PCT && ft_me->recording && !ft_me->inside; }
void ft_schedule_try(uint64_t what) {
  struct ft_thread *t = ft_me;
  // That it was let go of just before it was waited for is seen by a try, sooner or later.
  for (int i = 0; i < 250 && __atomic_load_n(&t->wants, __ATOMIC_ACQUIRE) == what; i++) ft_pause(LOOK);
  take_turn(t);
}

// Which of several threads the C library wakes, and when that has the mutex again, nobody can tell from outside. So conditions are waited for here, unless
// other processes may signal them. The mutex is had again also by one that is cancelled.
static void relock(void *mutex) { FT_REAL(pthread_mutex_lock)(mutex); }
int ft_schedule_condition(pthread_cond_t *c, pthread_mutex_t *m) {
  enum { SHARED = 1, OFTEN = 64 };
  ft_schedule_waits(ft_me, (uint64_t)c);
  if (!ft_schedule_holds() || c->__data.__wrefs & SHARED) return FT_REAL(pthread_cond_wait)(c, m);
  int result = FT_REAL(pthread_mutex_unlock)(m);
  if (result) return result;
  ft_each_thread(let, m);
  pthread_cleanup_push(relock, m);
  for (int i = 1; __atomic_load_n(&ft_me->wants, __ATOMIC_ACQUIRE) == (uint64_t)c; i++) {
    ft_pause(LOOK);
    if (i % OFTEN == 0) pthread_testcancel();
  }
  pthread_cleanup_pop(0);
  take_turn(ft_me);
  return FT_TRIES(m, FT_REAL(pthread_mutex_trylock)(m), tried_ == EBUSY);
}

// For the next run: what its steps are likely to be.
void ft_schedule_end(void) {
  char text[32];
  if (!ft_scheduled) return;
  int length = FT_REAL(snprintf)(text, sizeof text, "steps %llu\n", (unsigned long long)steps);
  ft_folder_append("schedule", text, (size_t)length);
}
