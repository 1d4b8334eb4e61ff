// The operation and its place in the order must agree: a load that saw a store must come after it. So an update runs, and takes its
// time, inside a stripe: a lock for all addresses that share it. A load takes no lock; it is done again if the stripe changed.
// About 50 ns per atomic operation with two threads on one cell, 40 in ThreadSanitizer.
#ifndef FORETRACE_STRIPES_H
#define FORETRACE_STRIPES_H
#include "runtime.h"

struct ft_stripe {
  // Who is inside: thread number + 1.
  uint32_t owner;
  // Odd while somebody is inside. The same even version means that nothing was stored.
  uint64_t version;
} __attribute__((aligned(64)));

FT_OWN struct ft_stripe *ft_stripe(const volatile void *address);
// What comes back is for the function that leaves it.
FT_OWN int ft_stripe_enter(struct ft_stripe *, struct ft_thread *);
FT_OWN void ft_stripe_leave(struct ft_stripe *, int entered, int stored);
// Leave the stripe after something was stored, or nothing was, and record it.
FT_OWN void ft_stripe_update(struct ft_stripe *, int entered, struct ft_thread *, uint64_t what, uint64_t where, uint64_t before,
                             uint64_t after);
FT_OWN void ft_stripe_fail(struct ft_stripe *, int entered, struct ft_thread *, uint64_t what, uint64_t where, uint64_t value);
// The same load saw the same store before, and this thread did nothing but plain accesses since.
FT_OWN int ft_loaded_before(struct ft_thread *, uint64_t what, uint64_t where, uint64_t version, uint64_t value);
// Records a load.
FT_OWN void ft_load(struct ft_thread *, struct ft_tick, uint64_t what, uint64_t where, uint64_t version, uint64_t value);

// The thread, if its atomics are recorded. They are not while it is the only one.
static inline __attribute__((always_inline)) struct ft_thread *ft_atomic_self(enum ft_doing doing, const volatile void *address, uint64_t bytes, uint64_t site) {
  struct ft_thread *t = ft_self();
  if (!t || !t->accesses || t->ignore_synchronisation) return NULL;
  if (FT_UNLIKELY(ft_steers)) ft_steer_event(t, doing, (uint64_t)address, bytes, site);
  if (FT_UNLIKELY(ft_scheduled)) ft_schedule_atomic(t);
  return t;
}

// Before an update that is made only if this is found. NULL: nobody knows what.
static inline void ft_expects(const volatile void *expected) {
  if (FT_UNLIKELY(ft_steers)) ft_me->steered.expected = expected;
}

static inline enum ft_doing ft_atomically(unsigned kind) { return kind == RAW_ATOMIC_LOAD ? FT_ATOMIC_READS : FT_ATOMIC_WRITES; }

#endif
