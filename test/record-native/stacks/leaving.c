// Functions that are left without a word: by longjmp, out of signal handlers, by the end of their thread.
#include "stacks.h"
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

int jumped;      // touch < large < jumps < first | touch < second
int far_jumped;  // touch < large < jumps_far < first | touch < second
int handled;     // touch < handler < raises < first | touch < second
int interrupted; // touch < nested_handler < handler_of_two < raises_two < first | touch < second
int escaped;     // touch < large < escapes < first | touch < second
int after;       // touch < large < first | touch < second
int cleaned;     // touch < cleans < ends_cleanly < first | touch < second
int ended;       // touch < destroyed | touch < second

static jmp_buf back;
FAR static void leaves(void) { longjmp(back, 1); }
FAR static void jumps(void) {
  if (!setjmp(back)) leaves();
  large(&jumped);
}

FAR static void leaves_from(int depth) {
  if (!depth) longjmp(back, 1);
  leaves_from(depth - 1);
  zero = 0;
}
FAR static void jumps_far(void) {
  if (!setjmp(back)) leaves_from(100);
  large(&far_jumped);
}

FAR static void handler(int number) {
  (void)number;
  touch(&handled);
}
FAR static void raises(void) { raise(SIGUSR1); }

FAR static void nested_handler(int number) {
  (void)number;
  touch(&interrupted);
}
FAR static void handler_of_two(int number) {
  (void)number;
  raise(SIGALRM);
}
FAR static void raises_two(void) { raise(SIGHUP); }

static sigjmp_buf out;
FAR static void escape(int number) {
  (void)number;
  siglongjmp(out, 1);
}
FAR static void is_interrupted(void) { raise(SIGUSR2); }
FAR static void escapes(void) {
  if (!sigsetjmp(out, 1)) is_interrupted();
  large(&escaped);
}

static pthread_key_t key;
FAR static void destroyed(void *unused) {
  volatile char room[8192];
  (void)unused;
  room[zero] = 0;
  touch(&ended);
  room[zero] = 1;
}
FAR static void cleans(void *p) { touch(p); }
// What it is left by does not tell: its frame is found to be gone as soon as another one reaches above it.
FAR static void ends(void) {
  volatile char room[8192];
  room[zero] = 0;
  pthread_exit(0);
}
FAR static void ends_cleanly(void) {
  pthread_cleanup_push(cleans, &cleaned);
  ends();
  pthread_cleanup_pop(0);
}

static void *first(void *unused) {
  static char stack[1 << 16];
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = escape, .sa_flags = SA_ONSTACK};
  sigaltstack(&own, 0);
  sigaction(SIGUSR2, &action, 0);
  signal(SIGUSR1, handler);
  signal(SIGHUP, handler_of_two);
  signal(SIGALRM, nested_handler);
  jumps();
  jumps_far();
  raises();
  raises_two();
  escapes();
  large(&after);
  pthread_setspecific(key, &key);
  ends_cleanly();
  return unused;
}
static void *second(void *unused) {
  TOUCH_ALL(&jumped, &far_jumped, &handled, &interrupted, &escaped, &after, &cleaned, &ended);
  return unused;
}
int main(void) {
  pthread_t threads[2];
  pthread_key_create(&key, destroyed);
  pthread_create(threads, 0, first, 0);
  pthread_create(threads + 1, 0, second, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
