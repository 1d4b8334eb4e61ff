// Who called: the frames of a thread, as the compiler tells of them, and the places of its records. Records have a place instead of a code
// address, and a place is defined in the log before its first use (docs/recording-format.md). It is looked for only when a record is
// written, so what is dropped pays for none of this.
#ifndef FORETRACE_CALLS_H
#define FORETRACE_CALLS_H
#include "runtime.h"

// The stack pointer of whoever called this function, as it was at the call.
#define FT_CALLER_SP() ((uint64_t)__builtin_dwarf_cfa())

enum ft_frame_kind {
  // What runs in it was called at `pc`.
  FT_CALLED,
  // The same, but by a function of this runtime, `home`, which is not told.
  FT_THROUGH_RUNTIME,
  // A function that the linker expanded in the one below it: debug information tells of it.
  FT_EXPANDED,
  // FT_CALLED with a context that tells where on the stack the frame is, or one that does not: then those in it do not, either.
  FT_LAID,
  FT_ANYWHERE,
};

// A function that runs. Those that were left without a word (longjmp) are known by their stack pointer, which is below that of whoever
// speaks now.
struct ft_frame {
  // Where it returns to, its stack pointer and some place in its code.
  uint64_t pc, sp, home;
  // Number of the context + the thread's `first_context`; less than that if nobody asked for it yet.
  uint32_t context, kind;
};
// Beyond so many frames nothing is known of callers.
enum { FT_FRAMES = 1 << 16 };

// What was defined in the log. Tables forget: what is not found is defined again.
struct ft_known {
  uint64_t site;
  uint32_t context, number;
};
enum { FT_CONTEXTS = 1 << 12, FT_PLACES = 1 << 13 };

// Frames and tables of a thread, in one piece of memory.
FT_OWN extern const uint64_t ft_calls_bytes;
FT_OWN void ft_calls_attach(struct ft_thread *, void *memory);
// A new log, and the frames of the thread that runs now, if it has some already.
FT_OWN void ft_calls_begin(struct ft_thread *, const struct ft_thread *before);
// For threads that are not recorded.
FT_OWN extern struct ft_frame ft_no_frames[];
// Call stacks are recorded.
FT_OWN extern int ft_stacks;
FT_OWN void ft_calls_init(void);

// The site with its callers; `where` may have more than the site, which stays.
FT_OWN uint64_t ft_new_place(struct ft_thread *, uint64_t where, uint64_t sp);
// Frames below are no longer there.
FT_OWN void ft_left(struct ft_thread *, uint64_t sp);
// No function of the thread runs any more.
FT_OWN void ft_all_left(void *thread);
// A frame for what `function` of the runtime is about to call for the program, which was called at `pc` if that is not 0. Returns what to
// give to ft_called when that is over.
FT_OWN struct ft_frame *ft_calling(struct ft_thread *, uint64_t pc, uint64_t sp, void *function);
static inline void ft_called(struct ft_thread *t, struct ft_frame *before) {
  if (before) t->top = before;
}
// Where the code of the frame has called somebody, if that can be told; or 0.
FT_OWN uint64_t ft_call_in(const struct ft_frame *);

// Puts a frame above `f`, which is the top. A handler that comes before it is there puts its own in its place, and is gone when the
// stack pointer, which is put there first, shows it.
static inline __attribute__((always_inline)) void ft_push(struct ft_thread *t, struct ft_frame *f, uint64_t pc, uint64_t sp, uint64_t home,
                                                          uint32_t kind) {
  do {
    __atomic_store_n(&f[1].sp, sp, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    f[1].pc = pc;
    f[1].home = home;
    f[1].context = 0;
    f[1].kind = kind;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    t->top = f + 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  } while (FT_UNLIKELY(__atomic_load_n(&f[1].sp, __ATOMIC_RELAXED) != sp));
}

static inline struct ft_known *ft_place_slot(struct ft_thread *t, uint64_t site, uint32_t context) {
  return &t->places[(site ^ context * 61u) % FT_PLACES];
}
static inline __attribute__((always_inline)) uint64_t ft_placed(struct ft_thread *t, uint64_t where, uint64_t sp) {
  const struct ft_frame *f = t->top;
  uint64_t site = where & FT_ADDRESS;
  // What a thread begins with has no callers: the code address says it all.
  if (f->context == t->first_context && f->sp >= sp) return where;
  const struct ft_known *known = ft_place_slot(t, site, f->context);
  uint32_t number = __atomic_load_n(&known->number, __ATOMIC_RELAXED);
  // A handler may put something else there meanwhile, under another number.
  if (FT_LIKELY(f->sp >= sp && known->site == site && known->context == f->context && f->context >= t->first_context &&
                number > t->first_place && number == __atomic_load_n(&known->number, __ATOMIC_RELAXED)))
    return (where & ~FT_ADDRESS) | RAW_PLACE_BIT | (number - t->first_place);
  return ft_new_place(t, where, sp);
}

// The site is in a library that is not recorded, which a function of the program has called: how, is more than the site says.
static inline int ft_in_other_code(const struct ft_frame *f, uint64_t site) {
  return ft_in_executable(f->home) && !ft_in_executable(site);
}
// The same for what libraries do for the program, too: all but plain accesses.
static inline uint64_t ft_placed_anywhere(struct ft_thread *t, uint64_t where, uint64_t sp) {
  return ft_in_other_code(t->top, where & FT_ADDRESS) ? ft_new_place(t, where, sp) : ft_placed(t, where, sp);
}

#endif
