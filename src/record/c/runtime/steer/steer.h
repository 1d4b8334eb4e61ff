// Leading a program along a plan (docs/steering-format.md): what the files of the gate share.
//
// A thread that is held sleeps in short pauses and looks again: nobody has to wake it, a signal handler may run in it, and no lock of the gate is held
// meanwhile. Each hold ends by itself, so the gate cannot hang the program. Where no plan is given, nothing here is ever called.
#ifndef FORETRACE_STEER_H
#define FORETRACE_STEER_H
#include "../core/runtime.h"

enum { FT_TARGETS = 8, FT_SITES = 64, FT_STEPS = 4096, FT_PLAN_BYTES = 1 << 20 };

// The targets of a block that is cut: its own access, that of another thread in between, its own after that.
enum ft_cut { FT_BEFORE_CUT, FT_BETWEEN, FT_AFTER_CUT };

// A word of the plan, and the address that it has in this process, once its module is there.
struct ft_site {
  const char *word;
  uint64_t address;
};
struct ft_target {
  // Of enum ft_doing, as bits.
  unsigned doings;
  // NULL: anybody.
  const char *thread;
  uint32_t first_site, sites;
  // Of a block that is cut: where its thread is held on its way there. None: at the target.
  uint32_t first_way, ways;
};
struct ft_step {
  const char *thread;
  uint32_t first_site, sites;
};
enum ft_order { FT_FIRST, FT_SECOND, FT_ANY };
struct ft_plan {
  uint64_t seed, hold, patience;
  enum ft_order order;
  int stops, cuts;
  unsigned targets, steps, all_sites;
  struct ft_target target[FT_TARGETS];
  struct ft_step *step;
  struct ft_site *site;
};
extern FT_OWN struct ft_plan ft_plan;

// plan.c: reads the file into ft_plan. NULL, or what is wrong.
FT_OWN const char *ft_plan_read(const char *path);

// sites.c
// Looks for those whose module was not there before.
FT_OWN void ft_sites_resolve(void);
// The word of the plan for this code, or NULL.
FT_OWN const char *ft_site_in(uint64_t address, uint32_t first, uint32_t count);
// Whether the plan may name this code at all: cheap.
FT_OWN int ft_site_planned(uint64_t address);
// `module+0xoffset`, or the address.
FT_OWN void ft_site_text(uint64_t address, char *text, size_t room);

// outcome.c
FT_OWN void ft_outcome_begin(void);
FT_OWN void ft_outcome_stood(unsigned target, const struct ft_thread *);
// What the thread is about to do.
FT_OWN void ft_deed_of(const struct ft_thread *, struct ft_deed *);
// One for each target.
FT_OWN void ft_outcome_met(const struct ft_deed *);
FT_OWN void ft_outcome_steps(unsigned done);
FT_OWN void ft_outcome_diverged(unsigned step, const char *why);
FT_OWN void ft_outcome_freed(void);

// gate.c
// Stopped: they have met, and a debugger looks at them; nobody goes on.
enum ft_phase { FT_LEADING, FT_STOPPED, FT_MET, FT_FIRST_GOES, FT_SECONDS_TURN, FT_SECOND_GOES, FT_FREE };
enum ft_why { FT_NOT_HELD, FT_SPARE, FT_TURN, FT_STANDS, FT_AFTER };
struct ft_gate {
  enum ft_phase phase;
  // Steps that were done in their order, and whether they count no more.
  uint32_t done;
  int diverged;
  // Events of all threads: while it stays, nobody gets on.
  uint64_t events;
  // When the first was held, in milliseconds.
  uint64_t began;
  struct ft_thread *first, *second;
};
extern FT_OWN struct ft_gate ft_gate;
// Holds the thread until `over`, or it is let go, or its time is over: then the last is returned as 1.
FT_OWN int ft_hold(struct ft_thread *, enum ft_why, int (*over)(struct ft_thread *));
FT_OWN void ft_gate_free(void);
FT_OWN void ft_gate_diverge(const char *why);
FT_OWN uint32_t ft_gate_chance(void);
static inline enum ft_phase ft_phase(void) { return __atomic_load_n(&ft_gate.phase, __ATOMIC_ACQUIRE); }
static inline void ft_set_phase(enum ft_phase phase) { __atomic_store_n(&ft_gate.phase, phase, __ATOMIC_RELEASE); }

// holding.c: threads that are held, and when one of them is let go.
FT_OWN void ft_holding_add(struct ft_thread *);
FT_OWN void ft_holding_remove(struct ft_thread *);
FT_OWN void ft_holding_forked(void);
// Looks whether nobody can go on, and lets one go then.
FT_OWN void ft_holding_look(struct ft_thread *);

// meeting.c
FT_OWN void ft_meet(struct ft_thread *, enum ft_doing, uint64_t address, uint64_t bytes, uint64_t site);
FT_OWN void ft_after_meeting(struct ft_thread *);
// What the thread did when they met is done.
FT_OWN void ft_meeting_goes_on(struct ft_thread *);
FT_OWN void ft_meeting_left(struct ft_thread *);
FT_OWN void ft_meeting_forked(void);
FT_OWN void ft_meeting_stops(void);
static inline int ft_acquires(enum ft_doing doing) { return doing == FT_ACQUIRES || doing == FT_SHARES; }
static inline int ft_overlap(const struct ft_deed *a, const struct ft_deed *b) {
  return a->address < b->address + b->bytes && b->address < a->address + a->bytes;
}
// The targets that this event may be, and those on the way to which it is, as bits.
FT_OWN unsigned ft_targets_at(const struct ft_thread *, enum ft_doing, uint64_t site);
FT_OWN unsigned ft_ways_at(const struct ft_thread *, enum ft_doing, uint64_t site);
// A place in a loop is visited often, and somebody else may come to it only now and then: after some visits it stands there seldom, and then for as long.
FT_OWN int ft_passes_by(struct ft_thread *);

// cutting.c: the same for a block that is cut.
FT_OWN void ft_cutting_come(struct ft_thread *, enum ft_doing, uint64_t address, uint64_t bytes, uint64_t site);
// The thread has come to something, at this place or, if it is told of, at none.
FT_OWN void ft_cutting_goes_on(struct ft_thread *, uint64_t site);
FT_OWN void ft_cutting_told(struct ft_thread *, unsigned kind, uint64_t address);
FT_OWN void ft_cutting_left(struct ft_thread *);
FT_OWN void ft_cutting_forked(void);

#endif
