// A lock of ours, for what threads share and nobody waits long for. While it is held, signals are blocked: a handler would wait in the thread that has it.
// A process made by fork finds all of them free, and what they guard whole: fork takes every guard first (forking.c), which knows them by their
// section. So no guard is taken while another is held.
#ifndef FORETRACE_GUARD_H
#define FORETRACE_GUARD_H
#include "runtime.h"
#include "system.h"

struct ft_guard {
  int held;
  // What its holder had blocked before.
  uint64_t signals;
};
#define FT_GUARD(name) static struct ft_guard name __attribute__((section("ft_guards"), used))

static inline void ft_guard_take(struct ft_guard *g) {
  uint64_t signals = ft_block_signals();
  while (__atomic_exchange_n(&g->held, 1, __ATOMIC_ACQUIRE)) ft_system(SYS_sched_yield, 0, 0, 0, 0);
  g->signals = signals;
}
static inline void ft_guard_leave(struct ft_guard *g) {
  uint64_t signals = g->signals;
  __atomic_store_n(&g->held, 0, __ATOMIC_RELEASE);
  ft_set_signals(signals);
}

#endif
