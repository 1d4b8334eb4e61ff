// OpenMP as gcc compiles it: what orders its threads and tasks is libgomp's own, which no recorder of accesses, locks and messages can see. So
// ours stand in front of its functions, and tell what the standard says that each of them orders: by sends and receives of channels that have
// the address of no memory.
//
// A receive is ordered after all sends before it. So a channel is of one occasion: one region, one barrier of one region, one task. Where that
// cannot be told (doacross, ordered) more is ordered than the standard says, never less.
#ifndef FORETRACE_OPENMP_H
#define FORETRACE_OPENMP_H
#include "../core/calls.h"

enum ft_occasion {
  // Of a region: it begins; a thread of it ends, or a task that is run after that; its ordered blocks; its iterations that wait for others.
  FT_REGION_BEGINS,
  FT_REGION_ENDS,
  FT_ORDERED,
  FT_DOACROSS,
  // Of a region, by number: a barrier; tasks that are run by who waits at it.
  FT_BARRIER,
  FT_TASKS,
  // Of a task: it was made; a child of it ends. Of a group of tasks: one of it ends.
  FT_TASK_MADE,
  FT_CHILD_ENDS,
  FT_OF_GROUP_ENDS,
  // Of the children of a task, by address: one ends that depends on it in this way.
  FT_DEPENDS_OUT,
  FT_DEPENDS_IN,
  FT_DEPENDS_SET,
  // Of a thread: what it does itself, and what tasks do that use what is the thread's own.
  FT_OWN_THINGS,
};

// Where the thread is: its region, its task and the group that the task's children belong to, by their numbers (0: none); how many barriers
// of the region are behind it; and whether it waits at one, and runs tasks meanwhile.
struct ft_openmp {
  uint64_t region, task, group, barriers;
  int waits;
};
extern FT_OWN __thread struct ft_openmp ft_openmp;

FT_OWN uint64_t ft_openmp_number(void);
FT_OWN void ft_openmp_send(enum ft_occasion, uint64_t of, uint64_t number, uint64_t site);
FT_OWN void ft_openmp_receive(enum ft_occasion, uint64_t of, uint64_t number, uint64_t site);
// The only one of its channel, which is forgotten: programs have millions of tasks.
FT_OWN void ft_openmp_receive_once(enum ft_occasion, uint64_t of, uint64_t site);
FT_OWN void *ft_openmp_find(const char *name);

// Whether the thread is in libgomp, whose accesses are not the program's: it has its own order for them. Returns what was the case before.
static inline uint32_t ft_openmp_inside(struct ft_thread *t, uint32_t inside) {
  uint32_t before = t->ignore_accesses;
  if (!t->recording) return before;
  t->ignore_accesses = inside;
  ft_update_accesses(t);
  return before;
}

// Calls the function of libgomp that ours stands in front of.
#define FT_OPENMP(name, arguments)                                                          \
  do {                                                                                      \
    uint32_t outside_ = ft_openmp_inside(ft_me, ft_me->ignore_accesses + 1);                \
    ((__typeof__(&name))FT_SYMBOL(#name, ft_openmp_find))arguments;                         \
    ft_openmp_inside(ft_me, outside_);                                                      \
  } while (0)
#define FT_OPENMP_RESULT(name, arguments)                                                   \
  ({                                                                                        \
    uint32_t outside_ = ft_openmp_inside(ft_me, ft_me->ignore_accesses + 1);                \
    __auto_type result_ = ((__typeof__(&name))FT_SYMBOL(#name, ft_openmp_find))arguments;   \
    ft_openmp_inside(ft_me, outside_);                                                      \
    result_;                                                                                \
  })

#endif
