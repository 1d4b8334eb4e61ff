// Contexts and places: numbers for (caller, call) and (context, code address), defined in the log when they are first needed.
//
// A signal handler may come between any two instructions. While it interrupts a definition, it makes none itself, and what it records then
// has no callers.
#include "calls.h"
#include <stdlib.h>

int ft_stacks = 1;
static int visits;
void ft_calls_init(void) {
  const char *asked = getenv("FORETRACE_STACKS");
  if (asked && ft_same_text(asked, "none")) ft_stacks = 0;
  visits = getenv("FORETRACE_VISITS") != NULL;
}

// A frame that is never left, and none above it.
struct ft_frame ft_no_frames[1] = {{.sp = UINT64_MAX}};

const uint64_t ft_calls_bytes = FT_FRAMES * sizeof(struct ft_frame) + (FT_CONTEXTS + FT_PLACES) * sizeof(struct ft_known);

void ft_calls_attach(struct ft_thread *t, void *memory) {
  t->frames = t->top = memory;
  t->last_frame = t->frames + FT_FRAMES - 1;
  t->contexts = (struct ft_known *)(t->frames + FT_FRAMES);
  t->places = t->contexts + FT_CONTEXTS;
  t->frames[0] = (struct ft_frame){.sp = UINT64_MAX};
  if (!ft_stacks) t->top = t->last_frame = ft_no_frames;
}

void ft_calls_begin(struct ft_thread *t, const struct ft_thread *before) {
  if (!ft_stacks) return;
  // What the tables have is of an earlier log.
  t->first_context = ++t->last_context;
  t->first_place = ++t->last_place;
  t->root = 0;
  t->frames[0].context = t->first_context;
  if (!before || before == t || !before->frames) return;
  for (struct ft_frame *f = before->frames + 1; f <= before->top; f++) {
    *++t->top = *f;
    t->top->context = 0;
  }
}

// After so many definitions recursion is folded, and there may be more of them only as far as they take a sixteenth of the log.
enum { FREE_DEFINITIONS = 4096, SHARE = 16, FOLDED = 32 };
static int may_define(const struct ft_thread *t, uint64_t share) {
  return t->definitions < FREE_DEFINITIONS + t->pos / RAW_RECORD_BYTES / share;
}

// The same call in a frame below, or NULL.
static const struct ft_frame *folded(const struct ft_thread *t, const struct ft_frame *f) {
  for (const struct ft_frame *below = f - 1; below > t->frames && f - below <= FOLDED; below--)
    if (below->pc == f->pc) return below;
  return NULL;
}

// The number of something new, or 0. It counts only if it is in the log.
static uint32_t define(struct ft_thread *t, struct ft_known *slot, uint32_t *last, uint64_t what, uint64_t site, uint32_t context,
                       uint64_t where) {
  if (t->defining) return 0;
  t->defining = 1;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  uint32_t number = 0;
  if (ft_append(t, __atomic_load_n(&t->time, __ATOMIC_RELAXED), what, where)) {
    t->definitions++;
    number = ++*last;
    // Never a number with what it does not stand for.
    __atomic_store_n(&slot->number, 0, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    slot->site = site;
    slot->context = context;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(&slot->number, number, __ATOMIC_RELAXED);
  }
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  t->defining = 0;
  return number;
}

static uint32_t looked_up(const struct ft_known *slot, uint64_t site, uint32_t context, uint32_t first) {
  uint32_t number = __atomic_load_n(&slot->number, __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  int same = slot->site == site && slot->context == context && number > first;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return same && number == __atomic_load_n(&slot->number, __ATOMIC_RELAXED) ? number : 0;
}

// Where a frame is, in steps of 16 bytes, as the stack is aligned at calls: how far its stack pointer is below that of the next frame
// outside whose context tells it, or below the end of the stack. 0 if that cannot be told.
enum { STEP = 16, FARTHEST = 0xffff, LARGEST = 0x7fff };
static int on_stack(const struct ft_thread *t, uint64_t sp) { return sp > t->stack && sp < t->stack_end; }
static uint32_t distance(const struct ft_thread *t, const struct ft_frame *f) {
#ifdef __x86_64__
  const struct ft_frame *outside = f - 1;
  if (!on_stack(t, f->sp)) return 0;
  while (outside > t->frames && outside->kind != FT_LAID && outside->kind != FT_ANYWHERE) outside--;
  uint64_t from = outside == t->frames ? t->stack_end : outside->kind == FT_LAID ? outside->sp : 0, bytes = from - f->sp;
  return from && bytes % STEP == 0 && bytes / STEP <= FARTHEST ? bytes / STEP : 0;
#else
  (void)t, (void)f;
  return 0;
#endif
}

// How far above its stack pointer that of its caller was at the call: right above where it returns to, which must stand there only once.
// 0 if that cannot be told.
static uint32_t frame_size(const struct ft_thread *t, const struct ft_frame *f) {
  uint64_t to = f - 1 == t->frames ? t->stack_end : f[-1].sp, words = (to - f->sp) / sizeof(uint64_t), found = 0;
  if (to > t->stack_end || words > LARGEST * (STEP / sizeof(uint64_t))) return 0;
  for (uint64_t i = 0; i < words; i++)
    if (((const uint64_t *)f->sp)[i] == f->pc) {
      if (found) return 0;
      found = i + 1;
    }
  return found * sizeof(uint64_t) / STEP;
}

// A new context with a frame: it is followed by a place in the function itself, since whoever records something in the context may be
// called by the function without having a frame.
static uint32_t define_laid(struct ft_thread *t, struct ft_known *slot, const struct ft_frame *f, uint64_t site, uint32_t caller, uint64_t far) {
  struct ft_known unused = {0};
  uint64_t what = ft_what(RAW_CALL, 0, (caller - t->first_context) | far << 32), where = ft_where(site, frame_size(t, f) << 1);
  uint32_t number = define(t, slot, &t->last_context, what, site | far << 48, caller, where);
  if (number) define(t, &unused, &t->last_place, ft_what(RAW_PLACE, 0, f->home), 0, 0, ft_where(number - t->first_context, 0));
  return number;
}

// The context of a call at `site` in another, or 0; of a frame with that distance, if it is not 0.
static uint32_t context_of(struct ft_thread *t, uint32_t caller, uint64_t site, const struct ft_frame *f, uint64_t far) {
  struct ft_known *slot = &t->contexts[(site ^ caller * 61u ^ far * 13u) % FT_CONTEXTS];
  uint32_t number = looked_up(slot, site | far << 48, caller, t->first_context);
  if (number || !may_define(t, far ? 2 * SHARE : SHARE)) return number;
  if (far) return define_laid(t, slot, f, site, caller, far);
  return define(t, slot, &t->last_context, ft_what(RAW_CALL, 0, caller - t->first_context), site, caller, ft_where(site, 0));
}

// The function that a thread begins with is in no context: where its frame is, is told by one that nobody has called, and nothing is in.
static void tell_root(struct ft_thread *t, const struct ft_frame *f) {
  struct ft_known unused = {0};
  uint64_t far = distance(t, f);
  if (t->root != f->sp && far && define_laid(t, &unused, f, 0, t->first_context, far)) t->root = f->sp;
}

// A call pushes where it returns to below the stack pointer, which in most functions is the same at all calls. What is there instead in
// others lies hardly ever in the code of the function.
enum { LONGEST_FUNCTION = 64 << 10, LONGEST_OF_RUNTIME = 1 << 10 };
uint64_t ft_call_in(const struct ft_frame *f) {
#ifdef __x86_64__
  if (f->sp == UINT64_MAX || !f->home) return 0;
  uint64_t returns = ((const uint64_t *)f->sp)[-1];
  return returns > f->home && returns - f->home < LONGEST_FUNCTION ? returns : 0;
#else
  (void)f;
  return 0;
#endif
}

// What a library does or calls, it does in the name of the function below.
static uint32_t in_library(struct ft_thread *t, const struct ft_frame *caller, uint32_t context) {
  uint64_t call = ft_call_in(caller);
  return call ? context_of(t, context, call - 1, NULL, 0) : context;
}

// The context of a function that was called in another. Once recursion is folded, a call that comes again is anywhere on the stack, and so
// is all in it: contexts outside that tell where they are are the same for the frames and for those who read the log.
static uint32_t called(struct ft_thread *t, struct ft_frame *f, uint32_t context) {
  uint64_t site = f->pc - 1;
  if (f->kind == FT_THROUGH_RUNTIME) return context_of(t, context, site, f, 0);
  const struct ft_frame *again = t->definitions < FREE_DEFINITIONS ? NULL : folded(t, f);
  uint32_t far = again ? 0 : distance(t, f), number = far ? context_of(t, context, site, f, far) : 0;
  f->kind = number ? FT_LAID : FT_ANYWHERE;
  if (number) return number;
  return again && again->kind == FT_ANYWHERE ? again->context : context_of(t, context, site, f, 0);
}

// The context of a frame, whose caller has that context.
static uint32_t within(struct ft_thread *t, struct ft_frame *f, uint32_t context) {
  const struct ft_frame *below = f - 1;
  int by_runtime = below->kind == FT_THROUGH_RUNTIME && f->pc - below->home < LONGEST_OF_RUNTIME;
  if (f->kind == FT_EXPANDED || !f->pc) return context;
  int by_library = ft_in_c_library(f->pc - 1);
  // Nobody has called what the C library begins with.
  if (by_runtime || (by_library && below == t->frames)) {
    if (context == t->first_context) tell_root(t, f);
    return context;
  }
  if (by_library) {
    context = in_library(t, below, context);
    if (!context) return 0;
  }
  return called(t, f, context);
}

// A frame that has no number yet is of a function that was entered since: it is told of when something in it is.
static void visit(struct ft_thread *t, uint32_t number) {
  if (t->defining) return;
  ft_end_runs(t);
  ft_append(t, __atomic_load_n(&t->time, __ATOMIC_RELAXED), ft_what(RAW_VISIT, 0, number - t->first_context), 0);
}

static uint32_t context(struct ft_thread *t, struct ft_frame *f) {
  struct ft_frame *known = f;
  while (known > t->frames && known->context < t->first_context) known--;
  uint32_t number = known->context;
  while (number && known < f) {
    uint32_t caller = number;
    number = within(t, known + 1, caller);
    (++known)->context = number;
    if (visits && number && number != caller) visit(t, number);
  }
  return number;
}

uint64_t ft_new_place(struct ft_thread *t, uint64_t where, uint64_t sp) {
  ft_left(t, sp);
  struct ft_frame *f = t->top;
  uint64_t site = where & FT_ADDRESS;
  if (f == t->last_frame || !site) return where;
  uint32_t in = context(t, f), number;
  if (in && f > t->frames && (ft_in_c_library(site) || ft_in_other_code(f, site))) in = in_library(t, f, in);
  if (in <= t->first_context) return where;
  struct ft_known *slot = ft_place_slot(t, site, in);
  number = looked_up(slot, site, in, t->first_place);
  if (!number && may_define(t, SHARE)) {
    uint64_t what = ft_what(RAW_PLACE, 0, site), inside = ft_where(in - t->first_context, 0);
    number = define(t, slot, &t->last_place, what, site, in, inside);
  }
  return number ? (where & ~FT_ADDRESS) | RAW_PLACE_BIT | (number - t->first_place) : where;
}

void ft_left(struct ft_thread *t, uint64_t sp) {
  struct ft_frame *f = t->top;
  while (f->sp < sp) f--;
  if (f != t->top) t->top = f;
}

void ft_all_left(void *thread) {
  struct ft_thread *t = thread;
  if (ft_stacks) t->top = t->frames;
}

struct ft_frame *ft_calling(struct ft_thread *t, uint64_t pc, uint64_t sp, void *function) {
  struct ft_frame *f = t->top;
  if (f >= t->last_frame) return NULL;
  ft_push(t, f, pc, sp, (uint64_t)function, FT_THROUGH_RUNTIME);
  return f;
}
