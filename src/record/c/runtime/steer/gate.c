// The gate: what a thread goes through at each of its events while the program is led.
#include "steer.h"
#include "../core/system.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int ft_steers, ft_held;
struct ft_gate ft_gate;
static int planned;
// A library was loaded, some time.
static int stale;
enum { RESOLVED_EVERY = 64 };

static uint64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000ull + now.tv_nsec / 1000000;
}

uint32_t ft_gate_chance(void) {
  static uint64_t random;
  if (!random) random = (ft_plan.seed + 1) * 0x9e3779b97f4a7c15ull | 1;
  random ^= random << 13;
  random ^= random >> 7;
  random ^= random << 17;
  return (uint32_t)(random >> 32);
}

void ft_gate_free(void) {
  ft_set_phase(FT_FREE);
  __atomic_store_n(&ft_steers, 0, __ATOMIC_RELEASE);
}

void ft_gate_diverge(const char *why) {
  if (!__atomic_exchange_n(&ft_gate.diverged, 1, __ATOMIC_SEQ_CST)) ft_outcome_diverged(ft_gate.done, why);
}

// How long a thread pauses before it looks again, and what counts of a pause at most: under a debugger the clock goes on while the program does not.
enum { PAUSE = 300000, MOST_COUNTED = 50, LOOK = 1 };

// Also of a thread that has left it already.
static void end_hold(struct ft_thread *t) {
  if (t->steered.why == FT_NOT_HELD) return;
  __atomic_store_n(&t->blocked_at, 0, __ATOMIC_RELAXED);
  __atomic_sub_fetch(&ft_held, 1, __ATOMIC_SEQ_CST);
  ft_holding_remove(t);
  t->steered.why = FT_NOT_HELD;
}

int ft_hold(struct ft_thread *t, enum ft_why why, int (*over)(struct ft_thread *)) {
  struct ft_steered *s = &t->steered;
  uint64_t last = milliseconds(), spent = 0;
  if (!ft_gate.began) ft_gate.began = last;
  s->go = 0;
  s->why = why;
  s->kernel = ft_system(SYS_gettid, 0, 0, 0, 0);
  ft_holding_add(t);
  __atomic_add_fetch(&ft_held, 1, __ATOMIC_SEQ_CST);
  ft_blocks();
  while (!over(t) && !__atomic_load_n(&s->go, __ATOMIC_ACQUIRE) && ft_phase() != FT_FREE && spent < ft_plan.hold) {
    ft_pause(PAUSE);
    uint64_t now = milliseconds(), passed = now - last < MOST_COUNTED ? now - last : MOST_COUNTED;
    if (passed >= LOOK) {
      last = now;
      spent += passed;
      if (!ft_plan.stops && now - ft_gate.began > ft_plan.patience) {
        ft_outcome_freed();
        ft_gate_free();
      }
      ft_holding_look(t);
    }
  }
  end_hold(t);
  return spent >= ft_plan.hold;
}

void ft_steer_left(struct ft_thread *t) {
  struct ft_steered *s = &t->steered;
  end_hold(t);
  ft_meeting_left(t);
  ft_cutting_left(t);
  // They have met, and one of them is not there any more.
  if (ft_phase() != FT_LEADING && (t == ft_gate.first || t == ft_gate.second)) ft_gate_free();
  s->inside = 0;
  s->frame = NULL;
}

// The next step of the thread from `from` on, or the number of all.
static uint32_t next_step(const struct ft_thread *t, uint32_t from) {
  while (from < ft_plan.steps && !ft_same_text(ft_plan.step[from].thread, t->steered.path)) from++;
  return from;
}

// What it did before it came here is done.
static void finish(struct ft_thread *t) {
  if (!t->steered.passing) return;
  uint32_t done = t->steered.passing;
  t->steered.passing = 0;
  __atomic_store_n(&ft_gate.done, done, __ATOMIC_RELEASE);
  if (done == ft_plan.steps) ft_outcome_steps(done);
}

static int has_turn(struct ft_thread *t) {
  return __atomic_load_n(&ft_gate.done, __ATOMIC_ACQUIRE) >= t->steered.next || __atomic_load_n(&ft_gate.diverged, __ATOMIC_ACQUIRE) ||
         ft_phase() != FT_LEADING;
}

static void step(struct ft_thread *t, uint64_t site) {
  struct ft_steered *s = &t->steered;
  if (ft_gate.diverged || s->next >= ft_plan.steps) return;
  s->next = next_step(t, s->next);
  if (s->next >= ft_plan.steps) return;
  const struct ft_step *own = &ft_plan.step[s->next];
  if (!ft_site_in(site, own->first_site, own->sites)) return;
  if (ft_hold(t, FT_TURN, has_turn)) ft_gate_diverge("late");
  s->passing = ++s->next;
}

static int has_met(struct ft_thread *t) {
  (void)t;
  return ft_phase() != FT_LEADING || ft_gate.diverged;
}
static int is_meant(const struct ft_thread *t) {
  for (unsigned i = 0; i < ft_plan.targets; i++)
    if (!ft_plan.target[i].thread || ft_same_text(ft_plan.target[i].thread, t->steered.path)) return 1;
  return 0;
}
// Nothing needs it any more.
static void spare(struct ft_thread *t) {
  if (!ft_plan.steps || ft_gate.diverged || t->steered.passing || is_meant(t)) return;
  t->steered.next = next_step(t, t->steered.next);
  if (t->steered.next >= ft_plan.steps) ft_hold(t, FT_SPARE, has_met);
}

void ft_steer_event(struct ft_thread *t, enum ft_doing doing, uint64_t address, uint64_t bytes, uint64_t site) {
  struct ft_steered *s = &t->steered;
  // A handler that came while the thread is held.
  if (s->inside || !t->recording || !*s->path) return;
  int error = errno;
  s->inside = 1;
  s->frame = __builtin_frame_address(0);
  uint64_t event = __atomic_add_fetch(&ft_gate.events, 1, __ATOMIC_RELAXED);
  // Nobody says when it is there.
  if (FT_UNLIKELY(stale) && event % RESOLVED_EVERY == 0) ft_sites_resolve();
  finish(t);
  if (ft_plan.cuts) ft_cutting_goes_on(t, site);
  if (ft_phase() == FT_LEADING && doing > FT_WRITES) {
    if (ft_scheduled == FT_DELAYED) ft_noise(t);
    step(t, site);
    spare(t);
  }
  if (ft_phase() == FT_LEADING && ft_site_planned(site)) (ft_plan.cuts ? ft_cutting_come : ft_meet)(t, doing, address, bytes, site);
  else if (ft_phase() != FT_LEADING) ft_after_meeting(t);
  s->inside = 0;
  s->frame = s->expected = NULL;
  errno = error;
}

// The locks that it holds, for deadlocks.
void ft_steer_told(struct ft_thread *t, unsigned kind, uint64_t address) {
  struct ft_steered *s = &t->steered;
  if (!s->inside) {
    finish(t);
    if (ft_plan.cuts) ft_cutting_goes_on(t, 0);
  }
  ft_meeting_goes_on(t);
  if (ft_plan.cuts) ft_cutting_told(t, kind, address);
  if (kind == RAW_ACQUIRE || kind == RAW_ACQUIRE_SHARED) {
    if (s->locks < FT_LOCKS_HELD) s->lock[s->locks] = address, s->shared[s->locks++] = kind == RAW_ACQUIRE_SHARED;
  } else if (kind == RAW_RELEASE || kind == RAW_RELEASE_SHARED || kind == RAW_WAIT) {
    for (unsigned i = s->locks; i-- > 0;)
      if (s->lock[i] == address) {
        s->lock[i] = s->lock[--s->locks], s->shared[i] = s->shared[s->locks];
        break;
      }
  }
}

void ft_steer_made(struct ft_thread *maker, struct ft_thread *t) {
  if (!planned) return;
  if (!maker) FT_REAL(snprintf)(t->steered.path, sizeof t->steered.path, t->number ? "?%u" : "0", t->number);
  else if (FT_REAL(snprintf)(t->steered.path, sizeof t->steered.path, "%s.%u", maker->steered.path, ++maker->steered.children) >= (int)sizeof t->steered.path)
    FT_REAL(snprintf)(t->steered.path, sizeof t->steered.path, "?%u", t->number);
}

void ft_steer_stale(void) { stale = planned; }
int ft_steer_stays(uint64_t site) { return ft_site_planned(site); }

void ft_steer_init(void) {
  const char *path = getenv("FORETRACE_PLAN");
  if (!path || !*path) return;
  const char *wrong = ft_plan_read(path);
  if (wrong) {
    ft_say("foretrace: the program is not led: the plan is not used: ");
    ft_say(wrong);
    ft_say("\n");
    return;
  }
  ft_sites_resolve();
  planned = ft_steers = 1;
}

void ft_steer_begin(void) {
  if (planned) ft_outcome_begin();
}

// In a process made by fork: it is led from the beginning, when it makes threads of its own.
void ft_steer_forked(void) {
  if (!planned) return;
  ft_zero(&ft_gate, sizeof ft_gate);
  ft_held = 0;
  ft_holding_forked();
  ft_meeting_forked();
  ft_cutting_forked();
  ft_zero(&ft_me->steered, sizeof ft_me->steered);
  ft_steers = 1;
}
