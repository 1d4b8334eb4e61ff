// A block of one thread that another one cuts: the block has done an access, another thread does one that conflicts with it, and then the block comes to one
// that conflicts with that. No order of whole blocks has this.
//
// To have come there is all that ever confirms such a finding, so it is decided here and nowhere else: the other one did its access while the block was held
// after its first, and was done before the block went on; the memory of all three overlaps, and who is said to write does; and the block is the same one. A
// block is what the program calls atomic; outside of that, a critical section and the next one of the same lock.
#include "../core/guard.h"
#include "../core/system.h"
#include "steer.h"

// Of an opening: there is none; its access is about to be done; was done; somebody is about to cut; has.
enum { NONE, COMES, OPEN, CUTTING, CUT };
enum { ASLEEP = 4 };
FT_GUARD(guard);
// The thread whose block is held for somebody to cut it; who does that, and to whose block; and, if the block is to stay whole, who waits for its end.
static struct ft_thread *held, *cutter, *cut_block, *waits;
static struct ft_deed cut;
static char cut_path[sizeof((struct ft_steered *)0)->path];
static unsigned told;

void ft_cutting_forked(void) { held = cutter = cut_block = waits = NULL, told = 0; }

static int surely_writes(const struct ft_deed *deed) { return deed->doing == FT_WRITES || deed->doing == FT_ATOMIC_WRITES; }
static int conflict(const struct ft_deed *a, const struct ft_deed *b) { return ft_overlap(a, b) && (surely_writes(a) || surely_writes(b)); }

static int state(const struct ft_thread *t) { return __atomic_load_n(&t->steered.opening.state, __ATOMIC_ACQUIRE); }
static void set_state(struct ft_thread *t, int state) { __atomic_store_n(&t->steered.opening.state, state, __ATOMIC_RELEASE); }

static void forget(struct ft_thread *t) {
  ft_guard_take(&guard);
  set_state(t, NONE);
  if (cut_block == t) cut_block = NULL;
  ft_guard_leave(&guard);
}

void ft_cutting_left(struct ft_thread *t) {
  ft_guard_take(&guard);
  // What it was about to do was not done: the block is as it was.
  if (cutter == t && cut_block) set_state(cut_block, OPEN);
  if (held == t) held = NULL;
  if (cutter == t) cutter = NULL;
  if (waits == t) waits = NULL;
  ft_guard_leave(&guard);
  forget(t);
}

static void begin_block(struct ft_thread *t) {
  struct ft_steered *s = &t->steered;
  struct ft_opening *o = &s->opening;
  forget(t);
  if (!s->blocks && !s->locks) return;
  ft_deed_of(t, &o->deed);
  o->in_block = s->blocks > 0, o->again = 0, o->locks = s->locks;
  for (unsigned i = 0; i < s->locks; i++) o->lock[i] = s->lock[i];
  set_state(t, COMES);
}

// Outside of annotated blocks: whether it holds a lock that it held then.
static int is_same_block(const struct ft_steered *s) {
  int found = s->opening.in_block;
  for (unsigned i = 0; i < s->locks; i++)
    for (unsigned k = 0; k < s->opening.locks; k++) found |= s->lock[i] == s->opening.lock[k];
  return found;
}

static void done(struct ft_thread *t) {
  ft_guard_take(&guard);
  if (cutter == t) {
    cutter = NULL;
    if (cut_block) set_state(cut_block, CUT);
  }
  ft_guard_leave(&guard);
}

// A copy of memory comes here twice before it is done, from one place.
void ft_cutting_goes_on(struct ft_thread *t, uint64_t site) {
  if (state(t) == COMES && t->steered.opening.deed.site != site) set_state(t, OPEN);
  if (__atomic_load_n(&cutter, __ATOMIC_ACQUIRE) == t && cut.site != site) done(t);
}

void ft_cutting_told(struct ft_thread *t, unsigned kind, uint64_t address) {
  struct ft_steered *s = &t->steered;
  struct ft_opening *o = &s->opening;
  if (kind == RAW_ENTER) s->blocks++;
  else if (kind == RAW_LEAVE && s->blocks && !--s->blocks && o->in_block) forget(t);
  else if ((kind == RAW_ACQUIRE || kind == RAW_ACQUIRE_SHARED) && state(t) != NONE && !o->in_block)
    for (unsigned i = 0; i < o->locks; i++)
      if (o->lock[i] == address && ++o->again > 1) forget(t);
}

// Whether the block that is held is cut by what this thread does now.
static int cuts(struct ft_thread *t) {
  struct ft_deed deed;
  ft_deed_of(t, &deed);
  ft_guard_take(&guard);
  int found = !cutter && held && held != t && state(held) == OPEN && conflict(&held->steered.opening.deed, &deed);
  if (found) {
    t->steered.kernel = ft_system(SYS_gettid, 0, 0, 0, 0);
    ft_copy(cut_path, deed.path, sizeof cut_path);
    ft_copy(&cut, &deed, sizeof cut);
    cut.path = cut_path;
    cut_block = held;
    set_state(held, CUTTING);
    __atomic_store_n(&cutter, t, __ATOMIC_RELEASE);
  }
  ft_guard_leave(&guard);
  return found;
}

// Who cuts has done it when it comes to its next event, or sleeps somewhere.
static int is_cut(struct ft_thread *t) {
  static int sleeps;
  struct ft_thread *other = __atomic_load_n(&cutter, __ATOMIC_ACQUIRE);
  sleeps = state(t) == CUTTING && other && ft_is_asleep(other->steered.kernel) ? sleeps + 1 : 0;
  if (sleeps > ASLEEP) done(other);
  return state(t) == CUT || state(t) == NONE || ft_phase() != FT_LEADING;
}
static int is_led_no_more(struct ft_thread *t) { return cuts(t) || ft_phase() != FT_LEADING; }
static int is_another_held(struct ft_thread *t) {
  struct ft_thread *other = __atomic_load_n(&held, __ATOMIC_ACQUIRE);
  return (other && other != t) || ft_phase() != FT_LEADING;
}
static int is_awaited(struct ft_thread *t) {
  struct ft_thread *other = __atomic_load_n(&waits, __ATOMIC_ACQUIRE);
  return (other && other != t) || ft_phase() != FT_LEADING;
}
static int is_whole(struct ft_thread *t) {
  (void)t;
  return ft_phase() >= FT_SECONDS_TURN;
}

// One takes a role that only one can have; whether it has it.
static int take(struct ft_thread **role, struct ft_thread *t) {
  ft_guard_take(&guard);
  if (!*role) __atomic_store_n(role, t, __ATOMIC_RELEASE);
  int taken = *role == t;
  ft_guard_leave(&guard);
  return taken;
}
static void leave(struct ft_thread **role) {
  ft_guard_take(&guard);
  __atomic_store_n(role, NULL, __ATOMIC_RELEASE);
  ft_guard_leave(&guard);
}

static void await_cut(struct ft_thread *t) {
  if (ft_passes_by(t) || !take(&held, t)) return;
  ft_hold(t, FT_STANDS, is_cut);
  leave(&held);
}

static void await_end(struct ft_thread *t) {
  if (ft_passes_by(t) || !take(&waits, t)) return;
  ft_hold(t, FT_STANDS, is_whole);
  leave(&waits);
  if (ft_phase() >= FT_SECONDS_TURN) ft_gate_free();
}

// What was done, and what is about to be.
static void meet(struct ft_thread *t, const struct ft_deed *between, enum ft_phase next) {
  static struct ft_deed deeds[FT_AFTER_CUT + 1];
  ft_guard_take(&guard);
  int first = ft_phase() == FT_LEADING;
  if (first) {
    ft_copy(&deeds[FT_BEFORE_CUT], &t->steered.opening.deed, sizeof *deeds);
    ft_copy(&deeds[FT_BETWEEN], between, sizeof *deeds);
    ft_deed_of(t, &deeds[FT_AFTER_CUT]);
    ft_outcome_met(deeds);
    ft_gate.first = t;
  }
  ft_guard_leave(&guard);
  if (!first) return;
  if (ft_plan.stops) ft_meeting_stops();
  ft_set_phase(next);
  if (next == FT_FREE) ft_gate_free();
}

static void come_after(struct ft_thread *t) {
  struct ft_deed now, other;
  ft_deed_of(t, &now);
  if (state(t) < OPEN || !is_same_block(&t->steered) || !ft_overlap(&t->steered.opening.deed, &now)) return;
  if (ft_plan.order == FT_SECOND) {
    ft_guard_take(&guard);
    int found = waits && waits != t;
    if (found) ft_deed_of(waits, &other);
    ft_guard_leave(&guard);
    if (found && (ft_acquires(other.doing) || conflict(&other, &now))) meet(t, &other, FT_FIRST_GOES);
    return;
  }
  if (state(t) == OPEN && !ft_plan.target[FT_AFTER_CUT].ways) await_cut(t);
  // It was let go too soon.
  if (state(t) == CUTTING) ft_hold(t, FT_AFTER, is_cut);
  if (state(t) == CUT && conflict(&cut, &now)) meet(t, &cut, FT_FREE);
}

static void come_between(struct ft_thread *t, int on_the_way) {
  int stands = on_the_way || !ft_plan.target[FT_BETWEEN].ways;
  if (ft_plan.order == FT_SECOND) {
    if (stands) await_end(t);
  } else if (on_the_way) {
    if (!is_another_held(t) && !ft_passes_by(t)) ft_hold(t, FT_STANDS, is_another_held);
  } else if (!cuts(t) && stands && !ft_passes_by(t)) ft_hold(t, FT_STANDS, is_led_no_more);
}

static void come_before(struct ft_thread *t) {
  if (ft_plan.order == FT_SECOND && !is_awaited(t) && !ft_passes_by(t)) ft_hold(t, FT_STANDS, is_awaited);
  begin_block(t);
}

void ft_cutting_come(struct ft_thread *t, enum ft_doing doing, uint64_t address, uint64_t bytes, uint64_t site) {
  struct ft_steered *s = &t->steered;
  unsigned targets = ft_targets_at(t, doing, site), ways = ft_ways_at(t, doing, site);
  if (!targets && !ways) return;
  s->doing = doing, s->address = address, s->bytes = bytes, s->site = site;
  ft_guard_take(&guard);
  for (unsigned i = 0; i < ft_plan.targets; i++)
    if (targets >> i & 1 && !(told >> i & 1)) told |= 1u << i, ft_outcome_stood(i, t);
  ft_guard_leave(&guard);
  int is_block = ways >> FT_AFTER_CUT & 1 && state(t) == OPEN && ft_plan.order != FT_SECOND;
  if (is_block && !is_another_held(t)) await_cut(t);
  else if (ways >> FT_BETWEEN & 1 && state(t) < OPEN) come_between(t, 1);
  if (targets >> FT_AFTER_CUT & 1 && ft_phase() == FT_LEADING) come_after(t);
  if (targets >> FT_BETWEEN & 1 && ft_phase() == FT_LEADING) come_between(t, 0);
  if (targets >> FT_BEFORE_CUT & 1 && ft_phase() == FT_LEADING) come_before(t);
}
