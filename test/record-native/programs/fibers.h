// The part of ThreadSanitizer's interface by which a program that switches stacks itself says so, and one fiber beside main.
#ifndef FIBERS_H
#define FIBERS_H
#include "suite.h"
#include <ucontext.h>

void *__tsan_get_current_fiber(void);
void *__tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void *fiber);
void __tsan_switch_to_fiber(void *fiber, unsigned flags);
enum { ORDERED = 0, NO_ORDER = 1 };

static ucontext_t contexts[2];
static void *fibers[2];
static char stack[64 << 10];

static void make_fiber(void (*run)(void)) {
  fibers[0] = __tsan_get_current_fiber();
  fibers[1] = __tsan_create_fiber(0);
  getcontext(&contexts[1]);
  contexts[1].uc_stack.ss_sp = stack;
  contexts[1].uc_stack.ss_size = sizeof stack;
  contexts[1].uc_link = NULL;
  makecontext(&contexts[1], run, 0);
}

static void switch_to(int which, unsigned flags) {
  __tsan_switch_to_fiber(fibers[which], flags);
  swapcontext(&contexts[!which], &contexts[which]);
}
#endif
