// What the compiler calls when a function begins and ends.
#include "../core/calls.h"

// A frame that is not above the one before it was entered by a function that is gone, or it is that function, entered again; or
// else the linker has put it into that function.
static __attribute__((noinline)) void entered_anew(struct ft_thread *t, uint64_t pc, uint64_t sp, uint64_t home) {
  const struct ft_frame *top = t->top;
  int expanded = top->sp == sp && top->pc == pc && top->home != home;
  if (!expanded) ft_left(t, sp + 1);
  if (t->top != t->last_frame) ft_push(t, t->top, pc, sp, home, expanded ? FT_EXPANDED : FT_CALLED);
}

FT_EXPORT void __tsan_func_entry(void *pc) {
  struct ft_thread *t = ft_me;
  struct ft_frame *f = t->top;
  uint64_t sp = FT_CALLER_SP(), home = (uint64_t)__builtin_return_address(0);
  if (FT_UNLIKELY(f->sp <= sp)) entered_anew(t, (uint64_t)pc, sp, home);
  else if (FT_LIKELY(f != t->last_frame)) ft_push(t, f, (uint64_t)pc, sp, home, FT_CALLED);
}

// The stack pointer is another one in functions that took memory from the stack. Farther away is a function that was entered before
// frames were counted, or on another stack.
enum { TAKEN_FROM_STACK = 64 << 10 };
static __attribute__((noinline)) void left_otherwise(struct ft_thread *t, uint64_t sp) {
  ft_left(t, sp);
  const struct ft_frame *f = t->top;
  if (f == t->last_frame || f->kind == FT_THROUGH_RUNTIME) return;
  if (f->sp - sp < TAKEN_FROM_STACK) t->top--;
}

FT_EXPORT void __tsan_func_exit(void) {
  struct ft_thread *t = ft_me;
  struct ft_frame *f = t->top;
  uint64_t sp = FT_CALLER_SP();
  if (FT_LIKELY(f->sp == sp)) t->top = f - 1;
  else if (f->sp != UINT64_MAX) left_otherwise(t, sp);
}
