// A program with a signal handler after every single instruction of what it does, one at a time: the processor's trap flag makes the
// schedule, so no clock does.

export const ROUNDS = 250;

/**
 * One thread does `before` and `own` again and again; `own` is interrupted after its first instruction (or that of number `from`) by `handled`, after its second,
 * and so on. All are statements on the static variables below and on `functions`; `same()` walks through the first array. The handler is set behind the
 * runtime's back, which would record it.
 */
export const stepping = (
  own: string,
  handled: string,
  { rounds = ROUNDS, from = 1, before = '', functions = '' } = {},
): string => `
  #include <dlfcn.h>
  #include <signal.h>
  static long mine, theirs;
  static volatile int walk[4], other[4];
  static volatile int left;
  __attribute__((noinline)) static void same(void) {
    for (int k = 0; k < 4; k++) walk[k] = k;
  }
  ${functions}
  static void before(void) { ${before} }
  static void own(void) { ${own} }
  static void handled(void) { ${handled} }
  __attribute__((no_sanitize("thread"))) static void step(int number) {
    (void)number;
    if (--left == 0) handled();
  }
  #define TRAP(change) __asm__ volatile("lea -128(%%rsp), %%rsp; pushfq; " change ", (%%rsp); popfq; lea 128(%%rsp), %%rsp" : : : "memory", "cc")
  __attribute__((no_sanitize("thread"))) static void *work(void *p) {
    for (int i = ${from}; i < ${from + rounds}; i++) {
      before();
      left = i;
      TRAP("orl $0x100");
      own();
      TRAP("andl $~0x100");
    }
    return p;
  }
  int main(void) {
    pthread_t t;
    struct sigaction action = {.sa_handler = step};
    int (*set)(int, const struct sigaction *, struct sigaction *) = dlsym(dlopen("libc.so.6", RTLD_NOW), "sigaction");
    set(SIGTRAP, &action, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
  }`;
