// Threads of the recording that are none of the machine: tasks, and shares of loops, sections and teams. Two that nothing orders race, whoever happens to
// run them. Each has a log, which a program with many small ones could not afford: what comes after the first is part of the thread that runs it.
//
// A part of the stack of that thread is its own for as long as it runs: what others had there before or have later is not. Thread-local variables, and what
// they lead to, are the thread's: once one is used, what the thread runs is not apart any more.
#include "openmp.h"

enum { MOST_APART = 256 };
static int begun;
// How many run on this thread, one within the other; and whether what runs now uses what is the thread's own.
static __thread uint64_t depth;
static __thread int uses;

int ft_apart_left(void) { return __atomic_load_n(&begun, __ATOMIC_RELAXED) < MOST_APART; }
int ft_apart_possible(const struct ft_thread *t) { return t->recording && t->stack && !t->uses_locals && ft_apart_left(); }

static struct ft_thread *thread(struct ft_thread *t, int goes_on) {
  if (!ft_apart_possible(t) || __atomic_add_fetch(&begun, 1, __ATOMIC_RELAXED) > MOST_APART) return NULL;
  struct ft_thread *own = ft_thread_add();
  if (!own) return NULL;
  ft_calls_begin(own, goes_on ? t : NULL);
  ft_me = &ft_silent;
  int opened = ft_thread_open(own);
  ft_me = t;
  return opened ? own : NULL;
}

struct ft_apart ft_apart_begin(uint64_t end, int goes_on, uint64_t site) {
  struct ft_thread *t = ft_me, *own = thread(t, goes_on);
  // No two blocks of the stack begin at one address.
  struct ft_apart a = {own, t, t->stack + 16 * (depth + 1), uses};
  uses = 0;
  if (!own) return a;
  depth++;
  ft_openmp_send(FT_OWN_THINGS, (uint64_t)&uses, 0, site);
  ft_blocks();
  ft_me = own;
  own->stack = t->stack;
  own->stack_end = end;
  own->locals = t->locals;
  ft_sync(RAW_BEGIN, 0, 0, site);
  ft_allocated((void *)a.stack, end - a.stack, 0, RAW_STACK, site);
  return a;
}

void ft_apart_end(const struct ft_apart *a, uint64_t site) {
  int used = uses || (a->own && a->own->uses_locals);
  uses = a->used;
  if (!a->own) return;
  a->of->uses_locals = a->own->uses_locals;
  if (used) ft_openmp_send(FT_OWN_THINGS, (uint64_t)&uses, 0, site);
  ft_sync(RAW_FREE, a->stack, 0, site);
  ft_thread_end(a->own);
  ft_me = a->of;
  ft_goes_on();
  if (used) ft_openmp_receive(FT_OWN_THINGS, (uint64_t)&uses, 0, site);
  depth--;
}

// Who asks which thread it is uses something that each thread has one of: sums of tasks are made so. A thread and its tasks use that one after the other.
void ft_use_own(uint64_t site) {
  if (depth && !uses) ft_openmp_receive(FT_OWN_THINGS, (uint64_t)&uses, 0, site);
  uses = ft_openmp.differs = 1;
}
#define ASKS(type, name, parameters, arguments) \
  type name parameters;                         \
  FT_EXPORT type name parameters {              \
    ft_use_own(FT_SITE());                      \
    return FT_OPENMP(name, arguments);          \
  }
ASKS(int, omp_get_thread_num, (void), ())
ASKS(int, omp_get_ancestor_thread_num, (int level), (level))
ASKS(int, omp_get_place_num, (void), ())
ASKS(void, GOMP_task_reduction_remap, (size_t count, size_t originals, void **sums), (count, originals, sums))
