#include "stripes.h"
#include <sched.h>
#include <time.h>

enum { STRIPES = 256 };
static struct ft_stripe stripes[STRIPES];

void ft_stripes_reset(void) {
  for (int i = 0; i < STRIPES; i++) stripes[i] = (struct ft_stripe){0};
}

struct ft_stripe *ft_stripe(const volatile void *address) {
  uint64_t a = (uint64_t)address >> 4;
  return &stripes[(a ^ a >> 8) & (STRIPES - 1)];
}

static uint64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return now.tv_sec * 1000ull + now.tv_nsec / 1000000;
}

// Zero if this thread is inside already: a signal handler came while it was. A thread that left by longjmp from a handler never
// comes back: its stripe is taken over. Only the order of the records is at stake, never the operation.
int ft_stripe_enter(struct ft_stripe *s, struct ft_thread *t) {
  uint32_t me = t->number + 1, owner = 0;
  uint64_t since = 0;
  for (unsigned spins = 1; !__atomic_compare_exchange_n(&s->owner, &owner, me, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED); spins++) {
    if (owner == me) return 0;
    if (spins % 64 == 0) sched_yield();
    if (spins % 4096 == 0) {
      if (!since) since = milliseconds();
      else if (milliseconds() - since > 1000 && __atomic_compare_exchange_n(&s->owner, &owner, me, 0, 5, 5)) break;
    }
    owner = 0;
  }
  __atomic_store_n(&s->version, s->version | 1, __ATOMIC_SEQ_CST);
  return 1;
}

void ft_stripe_leave(struct ft_stripe *s, int entered, int stored) {
  if (!entered) return;
  __atomic_store_n(&s->version, s->version + (stored ? 1 : -1), __ATOMIC_RELEASE);
  __atomic_store_n(&s->owner, 0, __ATOMIC_RELEASE);
}

// A spin lock that is taken by exchange stores what was there, over and over: counted, as long as nobody else came to the stripe
// and this thread recorded nothing else.
static int repeated(struct ft_thread *t, uint64_t what, uint64_t where, uint64_t version, uint64_t value) {
  struct ft_loaded *l = &t->spin;
  if (l->what != what || l->where != where || l->version != version || l->value != value || t->spin_pos != t->pos) return 0;
  l->version = version + 2;
  if (!t->spin_repeat) {
    t->spin_repeat = ft_reserve(t, RAW_RECORD_BYTES);
    t->spin_pos = t->pos;
    if (!t->spin_repeat) return 0;
    ft_put(t->spin_repeat, ft_what(RAW_REPEAT, 0, 0), 0);
    ft_written(t);
  }
  t->spin_repeat[0]++;
  return 1;
}

void ft_stripe_update(struct ft_stripe *s, int entered, struct ft_thread *t, uint64_t what, uint64_t where, uint64_t before,
                      uint64_t after) {
  uint64_t version = s->version - 1;
  if (before == after && repeated(t, what, where, version, before)) {
    ft_stripe_leave(s, entered, 1);
    return;
  }
  struct ft_tick tick = ft_tick(t);
  ft_stripe_leave(s, entered, 1);
  ft_forget(t);
  ft_tell_values(t, tick, what, where, before, after);
  t->spin = (struct ft_loaded){what, where, version + 2, before == after ? before : ~before};
  t->spin_pos = t->pos;
  t->spin_repeat = NULL;
}

void ft_stripe_fail(struct ft_stripe *s, int entered, struct ft_thread *t, uint64_t what, uint64_t where, uint64_t value) {
  uint64_t version = s->version - 1;
  struct ft_tick tick = ft_tick(t);
  ft_stripe_leave(s, entered, 0);
  if (ft_loaded_before(t, what, where, version, value)) ft_told(t);
  else ft_load(t, tick, what, where, version, value);
}

static inline struct ft_loaded *loaded(struct ft_thread *t, uint64_t what, uint64_t where) {
  return &t->loaded[(what >> 2 ^ where) & (FT_LOADED - 1)];
}

int ft_loaded_before(struct ft_thread *t, uint64_t what, uint64_t where, uint64_t version, uint64_t value) {
  struct ft_loaded *l = loaded(t, what, where);
  return l->what == what && l->where == where + t->epoch && l->version == version && l->value == value;
}

void ft_load(struct ft_thread *t, struct ft_tick tick, uint64_t what, uint64_t where, uint64_t version, uint64_t value) {
  ft_forget(t);
  *loaded(t, what, where) = (struct ft_loaded){what, where + t->epoch, version, value};
  ft_tell_values(t, tick, what, where, value, value);
}
