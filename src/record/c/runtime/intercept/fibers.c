// Fibers: a program that switches stacks itself says so through ThreadSanitizer's interface. Each fiber is a thread of its own in the
// recording, and a switch hands on what was done before it, unless the program says that it does not.
#include "../core/calls.h"
#include "../core/system.h"
#include <ucontext.h>

enum { NO_ORDER = 1 };

FT_EXPORT void *__tsan_get_current_fiber(void) {
  ft_self();
  return ft_me;
}

FT_EXPORT void *__tsan_create_fiber(unsigned flags) {
  (void)flags;
  struct ft_thread *me = ft_self(), *t = me ? ft_thread_add() : NULL;
  if (!t) return ft_me;
  ft_sync(RAW_FORK, t->number, 0, FT_SITE());
  ft_update_accesses(me);
  ft_calls_begin(t, NULL);
  uint64_t signals = ft_block_signals();
  ft_me = &ft_silent;
  // Its stack is the program's own, and its end is not that of the thread that runs it: neither is looked at.
  if (ft_thread_open(t)) {
    ft_me = t;
    ft_sync(RAW_BEGIN, 0, 0, 0);
    ft_blocks();
  }
  ft_me = me;
  ft_set_signals(signals);
  return t;
}

FT_EXPORT void __tsan_switch_to_fiber(void *fiber, unsigned flags) {
  struct ft_thread *t = fiber;
  if (t == ft_me || !ft_self() || !t->recording) return;
  int ordered = !(flags & NO_ORDER);
  if (ordered) ft_sync(RAW_SEND, (uint64_t)t, 0, FT_SITE());
  ft_blocks();
  ft_me = t;
  ft_goes_on();
  ft_update_accesses(t);
  // This is still the stack of the other one, from which nothing follows for the frames of this one.
  struct ft_frame *top = t->top;
  if (ordered) ft_sync(RAW_RECEIVE, (uint64_t)t, 0, FT_SITE());
  t->top = top;
}

FT_EXPORT void __tsan_destroy_fiber(void *fiber) {
  struct ft_thread *t = fiber, *me = ft_self();
  if (!me || t == me || !t->recording) return;
  uint64_t signals = ft_block_signals();
  ft_me = t;
  ft_thread_end(t);
  ft_me = me;
  ft_set_signals(signals);
}

FT_EXPORT void __tsan_set_fiber_name(void *fiber, const char *name) {
  struct ft_thread *t = fiber;
  if (ft_self() && t->recording) ft_thread_name(t->number, name);
}

// A program that says nothing: what runs on the other stack counts as called by whoever switched to it first, and leaves frames where those
// of this stack were. The innermost of these are put back. With a fiber that the program tells of, another thread goes on.
enum { KEPT = 16 };
FT_EXPORT int swapcontext(ucontext_t *own, const ucontext_t *other) {
  struct ft_thread *t = ft_me;
  struct ft_frame kept[KEPT], *top = t->top;
  if (!t->frames || top == t->last_frame) return FT_REAL(swapcontext)(own, other);
  int64_t frames = top - t->frames < KEPT ? top - t->frames : KEPT;
  FT_REAL(memcpy)(kept, top - frames + 1, frames * sizeof *kept);
  int result = FT_REAL(swapcontext)(own, other);
  if (ft_me != t) return result;
  FT_REAL(memcpy)(top - frames + 1, kept, frames * sizeof *kept);
  t->top = top;
  return result;
}
