// Fibers: a program that switches stacks itself says so through ThreadSanitizer's interface. Each fiber is a thread of its own in the
// recording, and a switch hands on what was done before it, unless the program says that it does not.
#include "../core/calls.h"

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
  ft_me = &ft_silent;
  // Its stack is the program's own, and its end is not that of the thread that runs it: neither is looked at.
  if (ft_thread_open(t)) {
    ft_me = t;
    ft_sync(RAW_BEGIN, 0, 0, 0);
    ft_blocks();
  }
  ft_me = me;
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
  ft_me = t;
  ft_thread_end(t);
  ft_me = me;
}

FT_EXPORT void __tsan_set_fiber_name(void *fiber, const char *name) {
  struct ft_thread *t = fiber;
  if (ft_self() && t->recording) ft_thread_name(t->number, name);
}
