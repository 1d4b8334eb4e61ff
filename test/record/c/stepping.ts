// A program with a signal handler after every single instruction of what it does, one at a time: the processor's trap flag makes the
// schedule, so no clock does.

import { all } from '../../runs.ts';

/** A signal takes microseconds, and an operation has hundreds of instructions: `npm test` looks at each seventh of them, .ci/run at all. */
export const STRIDE: number = all ? 1 : 7;

/** How many rounds it takes to come by the first so many instructions. */
export const roundsFor = (instructions: number): number => Math.ceil(instructions / STRIDE);

/** `TRAP("orl $0x100")` begins to step, and `TRAP("andl $~0x100")` ends it. */
export const STEPS = `
  #include <dlfcn.h>
  #include <signal.h>
  #include <unistd.h>
  #define TRAP(change) __asm__ volatile("lea -128(%%rsp), %%rsp; pushfq; " change ", (%%rsp); popfq; lea 128(%%rsp), %%rsp" : : : "memory", "cc")`;

/** A thread does `work` with `step` as its handler, which is set behind the runtime's back, which would record it; then comes `last`. */
export const steppedMain = (last = ''): string => `
  int main(void) {
    pthread_t t;
    struct sigaction action = {.sa_sigaction = step, .sa_flags = SA_SIGINFO};
    int (*set)(int, const struct sigaction *, struct sigaction *) = dlsym(dlopen("libc.so.6", RTLD_NOW), "sigaction");
    set(SIGTRAP, &action, 0);
    pthread_create(&t, 0, work, 0);
    // Who joins for as long as it takes, takes a time before: not while the other is looked at.
    int pthread_tryjoin_np(pthread_t, void **);
    while (pthread_tryjoin_np(t, 0)) usleep(1000);
    ${last}
  }`;

/**
 * One thread does `before` and `own` again and again; `own` is interrupted after its first instruction (or that of number `from`) by `handled`, in the next
 * round `STRIDE` instructions later, and so on. All are statements on the static variables below and on `functions`; `same()` walks through the first array.
 */
export const stepping = (
  own: string,
  handled: string,
  { rounds, from = 1, before = '', functions = '' }: { rounds: number; from?: number; before?: string; functions?: string },
): string => `
  #include <ucontext.h>
  ${STEPS}
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
  __attribute__((no_sanitize("thread"))) static void step(int number, siginfo_t *info, void *context) {
    (void)number, (void)info;
    if (--left > 0) return;
    // What is left of the round is nothing new.
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~0x100;
    handled();
  }
  __attribute__((no_sanitize("thread"))) static void *work(void *p) {
    for (int i = 0; i < ${rounds}; i++) {
      before();
      left = ${from} + ${STRIDE} * i;
      TRAP("orl $0x100");
      own();
      TRAP("andl $~0x100");
    }
    return p;
  }
  ${steppedMain()}`;
