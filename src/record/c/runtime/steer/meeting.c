// Threads that stand at targets, whether they have met, and who goes first then.
//
// To have met is all that ever confirms a finding, so it is decided here and nowhere else: different threads, at the same moment, before accesses of memory that
// overlaps, one of which at least writes, and not both atomic; or each before a lock that another one of them holds.
#include "../core/calls.h"
#include "../core/guard.h"
#include "steer.h"
#include <signal.h>
#include <stdio.h>

enum { MOST = 64, PATIENT_VISITS = 48, ASLEEP = 4 };
static struct ft_thread *standing[MOST];
static unsigned count, told;
// Those that have met, as a debugger calls them.
static long kernels[FT_TARGETS];
FT_GUARD(guard);

void ft_meeting_forked(void) { count = told = 0; }

static int is_meant(const struct ft_thread *t, const struct ft_target *target) { return !target->thread || ft_same_text(target->thread, t->steered.path); }

unsigned ft_targets_at(const struct ft_thread *t, enum ft_doing doing, uint64_t site) {
  unsigned found = 0;
  for (unsigned i = 0; i < ft_plan.targets; i++) {
    const struct ft_target *target = &ft_plan.target[i];
    if (target->doings >> doing & 1 && is_meant(t, target) && ft_site_in(site, target->first_site, target->sites)) found |= 1u << i;
  }
  return found;
}
unsigned ft_ways_at(const struct ft_thread *t, enum ft_doing doing, uint64_t site) {
  unsigned found = 0;
  for (unsigned i = 0; i < ft_plan.targets && ft_acquires(doing); i++) {
    const struct ft_target *target = &ft_plan.target[i];
    if (is_meant(t, target) && ft_site_in(site, target->first_way, target->ways)) found |= 1u << i;
  }
  return found;
}

// Whether it finds what it expects, now.
static int will_exchange(const struct ft_steered *s) {
  const volatile char *now = (const volatile char *)s->address, *expected = s->expected;
  for (uint64_t i = 0; expected && i < s->bytes; i++)
    if (now[i] != expected[i]) return 0;
  return expected != NULL;
}
static int writes(const struct ft_steered *s) {
  return s->doing == FT_WRITES || s->doing == FT_ATOMIC_WRITES || (s->doing == FT_ATOMIC_COMPARES && will_exchange(s));
}
static int is_atomic(enum ft_doing doing) { return doing >= FT_ATOMIC_READS && doing <= FT_ATOMIC_COMPARES; }
static int conflict(const struct ft_steered *a, const struct ft_steered *b) {
  if (ft_acquires(a->doing) || ft_acquires(b->doing)) return ft_acquires(a->doing) && ft_acquires(b->doing) && a->address != b->address;
  return a->address < b->address + b->bytes && b->address < a->address + a->bytes && !(is_atomic(a->doing) && is_atomic(b->doing)) &&
         (writes(a) || writes(b));
}

// Readers have a lock together.
static int keeps_from(const struct ft_steered *holder, const struct ft_steered *s) {
  int found = 0;
  for (unsigned i = 0; i < holder->locks; i++) found |= holder->lock[i] == s->address && !(holder->shared[i] && s->doing == FT_SHARES);
  return found;
}
// Each wants what another of them has.
static int is_cycle(struct ft_thread *const *by_target) {
  for (unsigned i = 0; i < ft_plan.targets; i++) {
    int found = 0;
    for (unsigned k = 0; k < ft_plan.targets; k++) found |= k != i && keeps_from(&by_target[k]->steered, &by_target[i]->steered);
    if (!found) return 0;
  }
  return 1;
}

// Finds a thread for each target from `target` on, so that all conflict.
static int assign(unsigned target, struct ft_thread **by_target) {
  if (target == ft_plan.targets) return !ft_acquires(by_target[0]->steered.doing) || is_cycle(by_target);
  for (unsigned i = 0; i < count; i++) {
    struct ft_thread *t = standing[i];
    int fits = t->steered.targets >> target & 1;
    for (unsigned k = 0; k < target && fits; k++) fits = by_target[k] != t && conflict(&by_target[k]->steered, &t->steered);
    by_target[target] = t;
    if (fits && assign(target + 1, by_target)) return 1;
  }
  return 0;
}

static void choose_first(struct ft_thread *const *by_target) {
  int second = ft_plan.order == FT_ANY ? ft_gate_chance() & 1 : ft_plan.order == FT_SECOND;
  ft_gate.first = by_target[second];
  ft_gate.second = by_target[!second];
}

void ft_meeting_left(struct ft_thread *t) {
  ft_guard_take(&guard);
  for (unsigned i = 0; i < count; i++)
    if (standing[i] == t) standing[i] = standing[--count];
  ft_guard_leave(&guard);
}

static void let_them_go(const struct ft_thread *t) { ft_set_phase(ft_acquires(t->steered.doing) ? FT_FREE : FT_MET); }

// Whether it is the one with which all have met. Under the guard nobody leaves: all of them stand at this moment.
static int stand(struct ft_thread *t) {
  struct ft_thread *by_target[FT_TARGETS];
  int met = 0;
  ft_guard_take(&guard);
  if (count < MOST) {
    standing[count++] = t;
    for (unsigned i = 0; i < ft_plan.targets; i++)
      if (t->steered.targets >> i & 1 && !(told >> i & 1)) told |= 1u << i, ft_outcome_stood(i, t);
    met = ft_phase() == FT_LEADING && assign(0, by_target);
    if (met) {
      static struct ft_deed deeds[FT_TARGETS];
      for (unsigned i = 0; i < ft_plan.targets; i++) ft_deed_of(by_target[i], &deeds[i]), kernels[i] = by_target[i]->steered.kernel;
      ft_outcome_met(deeds);
      choose_first(by_target);
      if (ft_plan.stops) ft_set_phase(FT_STOPPED);
      else let_them_go(t);
    }
  }
  ft_guard_leave(&guard);
  return met;
}

static int is_over(struct ft_thread *t) {
  (void)t;
  return ft_phase() > FT_STOPPED;
}
static int is_free(struct ft_thread *t) {
  (void)t;
  return ft_phase() == FT_FREE;
}
// The first has done it when it comes to its next event, or sleeps somewhere.
static int is_seconds_turn(struct ft_thread *t) {
  static int sleeps;
  (void)t;
  sleeps = ft_phase() == FT_FIRST_GOES && ft_is_asleep(ft_gate.first->steered.kernel) ? sleeps + 1 : 0;
  return sleeps > ASLEEP || ft_phase() >= FT_SECONDS_TURN;
}

static void go_in_order(struct ft_thread *t) {
  while (ft_phase() == FT_STOPPED) ft_pause(1000000);
  if (t == ft_gate.first) ft_set_phase(FT_FIRST_GOES);
  else if (t == ft_gate.second) {
    ft_hold(t, FT_AFTER, is_seconds_turn);
    if (ft_phase() < FT_SECOND_GOES) ft_set_phase(FT_SECOND_GOES);
  } else ft_hold(t, FT_AFTER, is_free);
}

// A debugger has stopped the program here: both threads stand, and what they are about to do is in their frames above the gate.
void ft_meeting_stops(void) {
  char who[FT_TARGETS * 24] = "";
  // Where a block is cut, only who comes back to it stands.
  for (unsigned i = 0, length = 0; i < ft_plan.targets && kernels[i]; i++)
    length += FT_REAL(snprintf)(who + length, sizeof who - length, "%s LWP %ld", i ? "," : ":", kernels[i]);
  ft_say("foretrace: the threads stand at their places");
  ft_say(who);
  ft_say(". Look at them: thread apply all bt\n");
  ft_system(SYS_tgkill, ft_system(SYS_getpid, 0, 0, 0, 0), ft_system(SYS_gettid, 0, 0, 0, 0), SIGTRAP, 0);
}

int ft_passes_by(struct ft_thread *t) {
  uint64_t visits = ++t->steered.visits;
  return visits > PATIENT_VISITS && ft_gate_chance() % (visits / PATIENT_VISITS + 1) != 0;
}

void ft_meet(struct ft_thread *t, enum ft_doing doing, uint64_t address, uint64_t bytes, uint64_t site) {
  struct ft_steered *s = &t->steered;
  s->targets = ft_targets_at(t, doing, site);
  if (!s->targets) return;
  s->doing = doing, s->address = address, s->bytes = bytes, s->site = site;
  // Whom it meets asks the kernel whether it sleeps.
  s->kernel = ft_system(SYS_gettid, 0, 0, 0, 0);
  int met = stand(t);
  if (met && ft_plan.stops) {
    // Not under the guard, which blocks signals.
    ft_meeting_stops();
    let_them_go(t);
  }
  if (!met && !ft_passes_by(t)) ft_hold(t, FT_STANDS, is_over);
  ft_meeting_left(t);
  if (ft_phase() == FT_FREE) ft_gate_free();
  else if (ft_phase() != FT_LEADING) go_in_order(t);
}

// At the event after its access each of the two has done it.
void ft_meeting_goes_on(struct ft_thread *t) {
  if (t->steered.inside && t->steered.why != FT_NOT_HELD) return;
  if (t == ft_gate.first && ft_phase() == FT_FIRST_GOES) ft_set_phase(FT_SECONDS_TURN);
  else if (t == ft_gate.second && ft_phase() == FT_SECOND_GOES) ft_gate_free();
}
void ft_after_meeting(struct ft_thread *t) {
  ft_meeting_goes_on(t);
  if (ft_phase() != FT_FREE) ft_hold(t, FT_AFTER, is_free);
}
