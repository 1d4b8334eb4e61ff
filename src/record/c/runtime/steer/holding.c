// Threads that are held, and when one of them is let go: when nobody can go on, by the word of the runtime (they wait for each other, or are held) and by that of
// the kernel (they sleep), some looks in a row. A thread that waits for a pipe, a socket or the like most often waits for one that is held; since others could
// end that, it takes more looks. Threads that sleep for a time may still come: those are waited for as long as the plan says.
#include "../core/guard.h"
#include "steer.h"

enum { MOST = 256, LOOKS = 3, OUTSIDE_LOOKS = 60, ANY_OF = 8 };
static struct ft_thread *held[MOST];
static unsigned count;
FT_GUARD(guard);
static int looking;

void ft_holding_add(struct ft_thread *t) {
  ft_guard_take(&guard);
  // Beyond that one it is held for its time, and nobody lets it go before.
  if (count < MOST) held[count++] = t;
  ft_guard_leave(&guard);
}
void ft_holding_remove(struct ft_thread *t) {
  ft_guard_take(&guard);
  for (unsigned i = 0; i < count; i++)
    if (held[i] == t) held[i] = held[--count];
  ft_guard_leave(&guard);
}
void ft_holding_forked(void) { count = 0, looking = 0; }

static uint32_t rank(const struct ft_thread *t) { return (t->number + 1u) * 0x9e3779b1u ^ ft_plan.seed * 0x85ebca6bu; }

// One of those that are held for this reason: most often the one that the seed prefers, otherwise any. Threads that are let go by turns stay side by side, and
// for many a meeting one must be far ahead of the other.
static struct ft_thread *one(enum ft_why why) {
  struct ft_thread *chosen = NULL;
  unsigned of = 0, any = ft_gate_chance() % ANY_OF == 0;
  for (unsigned i = 0; i < count; i++)
    if (held[i]->steered.why == why && (++of == 1 || (any ? ft_gate_chance() % of == 0 : rank(held[i]) > rank(chosen)))) chosen = held[i];
  return chosen;
}

// Whether there was one to let go. The time after a meeting is not for choices: the next may come.
static int let_go(void) {
  ft_guard_take(&guard);
  struct ft_thread *spare = one(FT_SPARE), *turn = one(FT_TURN), *stands = one(FT_STANDS), *t = spare ? spare : turn ? NULL : stands;
  if (t) __atomic_store_n(&t->steered.go, 1, __ATOMIC_RELEASE);
  ft_guard_leave(&guard);
  if (!spare && turn) ft_gate_diverge("blocked");
  return t || turn;
}

static void nobody_goes_on(void) {
  switch (ft_phase()) {
    case FT_LEADING: let_go(); break;
    case FT_FIRST_GOES: ft_set_phase(FT_SECONDS_TURN); break;
    case FT_SECOND_GOES: ft_gate_free(); break;
    default: break;
  }
}

// Whether all sleep: 2 if all of them wait for each other or are held, 1 if some wait for anything else that has no time limit.
static int is_quiet(const struct ft_others *others) {
  if (others->blocked == others->running) return ft_all_asleep() >= 0 ? 2 : 0;
  // Those that are held nap: this one looks, and is not counted.
  int nappers = ft_nappers();
  return nappers >= 0 && nappers < ft_held ? 1 : 0;
}

// One looks at a time, so that those who look are not taken for those who run.
void ft_holding_look(struct ft_thread *t) {
  static uint64_t events, recorded;
  static int still, quiet;
  if (__atomic_exchange_n(&looking, 1, __ATOMIC_ACQUIRE)) return;
  struct ft_others others = ft_others(t);
  // What all have, whoever looks: held threads look by turns.
  others.recorded += t->pos;
  int same = others.recorded == recorded && ft_gate.events == events;
  int is = same ? is_quiet(&others) : 0;
  still = is == 2 ? still + 1 : 0;
  quiet = is ? quiet + 1 : 0;
  recorded = others.recorded;
  events = ft_gate.events;
  if (still >= LOOKS || quiet >= OUTSIDE_LOOKS) {
    still = quiet = 0;
    nobody_goes_on();
  }
  __atomic_store_n(&looking, 0, __ATOMIC_RELEASE);
}
