// longjmp: the functions that it leaves do not say that they end.
#include "../core/calls.h"
#include <setjmp.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__) && defined(__GLIBC__)
// The stack pointer that a jump leads to: glibc keeps it rotated and mixed with a secret of the thread.
enum { STACK_POINTER = 6 };
static uint64_t target(const struct __jmp_buf_tag *to) {
  uint64_t sp = to->__jmpbuf[STACK_POINTER];
  __asm__("rorq $17, %0\n\txorq %%fs:48, %0" : "+r"(sp));
  return sp;
}

// A handler may run on a stack of its own. If that is above the other one, its frames are not below where the jump leads to.
static int is_on_stack_of_handler(uint64_t sp) {
  stack_t stack;
  if (syscall(SYS_sigaltstack, NULL, &stack) || stack.ss_flags & SS_DISABLE) return 0;
  return sp > (uint64_t)stack.ss_sp && sp <= (uint64_t)stack.ss_sp + stack.ss_size;
}

// The frame of the gate is left, too, if a handler came while the thread was held there.
static int leaves(const void *frame, uint64_t sp) {
  int of_handler = is_on_stack_of_handler((uint64_t)frame);
  return of_handler == is_on_stack_of_handler(sp) ? (uint64_t)frame < sp : of_handler;
}

static void leave(const struct __jmp_buf_tag *to) {
  struct ft_thread *t = ft_me;
  uint64_t sp = target(to);
  if (FT_UNLIKELY(t->steered.frame != NULL) && leaves((const void *)t->steered.frame, sp)) ft_steer_left(t);
  ft_left(t, sp);
  if (t->top->sp == UINT64_MAX || !is_on_stack_of_handler(t->top->sp) || is_on_stack_of_handler(sp)) return;
  while (is_on_stack_of_handler(t->top->sp)) t->top--;
  ft_left(t, sp);
}
#else
// Where it leads to is not known: one that was held is taken to be gone.
static void leave(const struct __jmp_buf_tag *to) {
  (void)to;
  if (ft_me->steered.frame) ft_steer_left(ft_me);
}
#endif

#define JUMP(name)                                                                 \
  _Noreturn void name(struct __jmp_buf_tag[1], int);                               \
  FT_EXPORT _Noreturn void name(struct __jmp_buf_tag to[1], int value) {           \
    leave(to);                                                                     \
    FT_REAL(name)(to, value);                                                      \
    __builtin_unreachable();                                                       \
  }
JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
JUMP(__longjmp_chk)
