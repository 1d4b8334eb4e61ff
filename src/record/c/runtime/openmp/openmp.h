// OpenMP: what orders its threads and tasks is a library's own, which no recorder of accesses, locks and messages can see. So ours stand in
// front of its functions, and tell what the standard says that each of them orders: by sends and receives of channels that have the address of
// no memory. Of gcc's libgomp these are the GOMP functions, of clang's libomp the kmpc ones (kmp.h); both have those of the standard, omp.
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
  // Of a region, by number: a barrier; tasks that are run by who waits at it, or are over by an event (FT_ANY_BARRIER).
  FT_BARRIER,
  FT_TASKS,
  // Of a task: it was made; a child of it ends; the event comes that it is over by. Of a group of tasks: one of it ends.
  FT_TASK_MADE,
  FT_CHILD_ENDS,
  FT_EVENT_COMES,
  FT_OF_GROUP_ENDS,
  // Of the children of a task, by address: one ends that depends on it in this way.
  FT_DEPENDS_OUT,
  FT_DEPENDS_IN,
  FT_DEPENDS_SET,
  // Of a thread: what it does itself, and what tasks do that use what is the thread's own.
  FT_OWN_THINGS,
  // Of what a thread does of a loop, of sections or of teams: it begins; one share ends that is a thread of its own.
  FT_SHARES_BEGIN,
  FT_SHARE_ENDS,
  // No channel, but a lock, by team.
  FT_LOCK_OF_TEAM,
};
#define FT_ANY_BARRIER UINT64_MAX

// A thread of the recording that another one runs (apart.c), if there is one: it, who runs it, the memory that is its own on that one's stack, and whether
// that one used what is its own.
struct ft_apart {
  struct ft_thread *own, *of;
  uint64_t stack;
  int used;
};

// What the thread does of a loop, of sections or of teams, one share after the other (shares.c): a number, or 0; how many it had; the one that runs, and
// where the log was when it began.
enum ft_shared { FT_UNSHARED, FT_SHARED_LOOP, FT_SHARED_SECTIONS, FT_SHARED_TEAMS };
struct ft_shares {
  uint64_t number, begin;
  enum ft_shared what;
  uint32_t had;
  struct ft_apart apart;
};

// Where the thread is: its region, its task, the group that the task's children belong to and the team, by their numbers (0: none); how many barriers
// of the region are behind it, and whether it waits at one, and runs tasks meanwhile; where its part of the stack ends, and the log was when
// the region began; whether it knows which thread of the region it is; and what it shares with others.
struct ft_openmp {
  uint64_t region, task, group, team, barriers, stack, begin;
  uint8_t waits, differs;
  struct ft_shares shares;
};
extern FT_OWN __thread struct ft_openmp ft_openmp;

typedef void ft_function(void *);

// channels.c
FT_OWN uint64_t ft_openmp_number(void);
// An address that no memory has.
FT_OWN uint64_t ft_openmp_channel(enum ft_occasion, uint64_t of, uint64_t number);
FT_OWN void ft_openmp_send(enum ft_occasion, uint64_t of, uint64_t number, uint64_t site);
// Takes back what this thread sent, if that is still in its buffer, where it ends at this position of the log: nobody received it, nor will.
FT_OWN void ft_openmp_unsend(enum ft_occasion, uint64_t of, uint64_t end);
FT_OWN void ft_openmp_receive(enum ft_occasion, uint64_t of, uint64_t number, uint64_t site);
// The only one of its channel, which is forgotten: programs have millions of tasks.
FT_OWN void ft_openmp_receive_once(enum ft_occasion, uint64_t of, uint64_t site);
FT_OWN void *ft_openmp_find(const char *name);

// apart.c: what is done from here on is a thread of its own, if there is one to be had. What is on this thread's stack below `end` is its own; it
// `goes_on` in functions that run already.
FT_OWN int ft_apart_left(void);
FT_OWN int ft_apart_possible(const struct ft_thread *);
FT_OWN struct ft_apart ft_apart_begin(uint64_t end, int goes_on, uint64_t site);
FT_OWN void ft_apart_end(const struct ft_apart *, uint64_t site);

// The thread uses something that each thread has one of.
FT_OWN void ft_use_own(uint64_t site);

// alike.c: whether it may have, since its log was at `begin`.
FT_OWN int ft_synchronised_since(const struct ft_thread *, uint64_t begin);

// shares.c
FT_OWN void ft_shares_begin(enum ft_shared, uint64_t site);
FT_OWN void ft_share_begins(uint64_t site);
FT_OWN void ft_share_ends(uint64_t site);
FT_OWN void ft_share_next(uint64_t site);
FT_OWN void ft_shares_end(uint64_t site);

// dependences.c: how a task depends on an address.
struct ft_dependence {
  uint64_t address;
  enum ft_occasion how;
};
FT_OWN uint64_t ft_dependence_count(void **told);
FT_OWN struct ft_dependence ft_dependence(void **told, uint64_t i);
FT_OWN void ft_depend(struct ft_dependence, uint64_t parent, uint64_t site);

// regions.c: a region, which is nothing but a loop, or sections, if it has `shares`; what one thread of it does; and its barriers (barriers.c).
struct ft_region {
  uint64_t number, group, team, site;
  const struct ft_thread *maker;
  enum ft_shared shares;
};
FT_OWN struct ft_region ft_region_made(enum ft_shared, uint64_t site);
FT_OWN void ft_region_run(const struct ft_region *, ft_function *, void *value);
FT_OWN void ft_region_over(const struct ft_region *);
// The thread is in the region; its part of the stack ends there.
FT_OWN void ft_region_enter(const struct ft_region *, uint64_t stack);
FT_OWN void ft_arrive(uint64_t site);
FT_OWN void ft_leave(uint64_t site);

// tasks.c: a task, and behind it in memory its data, if those are libgomp's copy: `bytes` that are its own. A loop of tasks writes two numbers into the first
// words, which belong to the data. `made`: the number by which it was told that it is made, its own or that of its loop. `sent`: where the log
// of its maker was when it had told that. `at_once`: its maker waits for it. `goes_on`: what was run is a part of it, and not the last.
struct ft_task {
  uint64_t range[2];
  ft_function *run;
  void *data;
  uint64_t number, made, parent, group, region, team, site, sent, offset, bytes, dependences;
  uint32_t maker;
  uint16_t at_once, goes_on;
  struct ft_dependence on[];
};
FT_OWN struct ft_task ft_task(ft_function *run, uint64_t dependences, uint64_t site);
FT_OWN void ft_task_run(struct ft_task *);
// A task that only waits for others, and others for it.
FT_OWN void ft_task_of_nothing(void **depends, int later, uint64_t site);
// Says to all who wait for it that it is over.
FT_OWN void ft_task_over(const struct ft_task *, uint64_t site);

// groups.c: a child of the task is over, and it does not know that otherwise.
FT_OWN void ft_child_over(uint64_t parent, uint64_t site);
FT_OWN void ft_wait_for_children(uint64_t site);
FT_OWN void ft_group_begin(void);
FT_OWN void ft_group_end(uint64_t site);

// locks.c: a lock, where teams do not exclude each other.
FT_OWN uint64_t ft_of_team(void *lock);

// events.c: the task is over when somebody says so of its event.
FT_OWN void ft_event_made(void *event, const struct ft_task *);
extern FT_OWN int ft_events;

// Whether the thread is in the library, whose accesses are not the program's: it has its own order for them. Returns what was the case before. Also of threads
// that are not recorded, since what calls us must be known.
extern FT_OWN __thread uint32_t ft_in_openmp;
static inline uint32_t ft_openmp_inside(struct ft_thread *t, uint32_t inside) {
  uint32_t before = ft_in_openmp;
  ft_in_openmp = inside;
  if (!t->recording) return before;
  t->inside = inside;
  ft_update_accesses(t);
  return before;
}

static inline void ft_openmp_outside(const uint32_t *before) { ft_openmp_inside(ft_me, *before); }

// Calls the function of the library that ours stands in front of.
#define FT_OPENMP(name, arguments)                                                              \
  ({                                                                                            \
    uint32_t outside_ __attribute__((cleanup(ft_openmp_outside))) = ft_openmp_inside(ft_me, 1); \
    ((__typeof__(&name))FT_SYMBOL(#name, ft_openmp_find))arguments;                             \
  })

#endif
