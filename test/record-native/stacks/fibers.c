// Stacks that the program switches itself: by swapcontext, of which the C library says nothing, and with ThreadSanitizer's words for it.
#include "stacks.h"
#include <ucontext.h>

int before;   // touch < begins < first | touch < second
int within;   // touch < inside < fiber < begins < first | touch < second
int between;  // touch < resumes < first | touch < second
int returned; // touch < inside < fiber < begins < first | touch < second
int after;    // touch < large < first | touch < second

static ucontext_t caller, callee;
static char stack[1 << 16];

FAR static void inside(void) {
  touch(&within);
  swapcontext(&callee, &caller);
  touch(&returned);
}
FAR static void fiber(void) {
  inside();
  zero = 0;
}
FAR static void begins(void) {
  touch(&before);
  getcontext(&callee);
  callee.uc_stack.ss_sp = stack;
  callee.uc_stack.ss_size = sizeof stack;
  callee.uc_link = &caller;
  makecontext(&callee, fiber, 0);
  swapcontext(&caller, &callee);
}
FAR static void resumes(void) {
  touch(&between);
  swapcontext(&caller, &callee);
}
static void *first(void *unused) {
  begins();
  resumes();
  large(&after);
  return unused;
}
static void *second(void *unused) {
  TOUCH_ALL(&before, &within, &between, &returned, &after);
  return unused;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(threads, 0, first, 0);
  pthread_create(threads + 1, 0, second, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
