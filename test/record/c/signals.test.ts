// Signal handlers that record while the runtime is in the middle of a record. A handler after every single instruction of it, one at a
// time: the processor's trap flag makes the schedule, so no clock does.

import { beforeEach, expect, test } from 'vitest';
import { needs } from '../../needs.ts';
import { type Entry, recorded } from './recorded.ts';

beforeEach((context) => {
  needs('gcc', context);
  context.skip(process.arch !== 'x64', 'the trap flag of x86');
});

const ROUNDS = 250;

/**
 * One thread does `own` again and again, interrupted after its first instruction by `handled`, after its second, and so on. `own` and
 * `handled` are statements on `static long mine, theirs`. The handler is set behind the runtime's back, which would record it.
 */
const stepping = (own: string, handled: string): string => `
  #include <dlfcn.h>
  #include <signal.h>
  static long mine, theirs;
  static volatile int left;
  static void own(void) { ${own} }
  static void handled(void) { ${handled} }
  __attribute__((no_sanitize("thread"))) static void step(int number) {
    (void)number;
    if (--left == 0) handled();
  }
  #define TRAP(change) __asm__ volatile("lea -128(%%rsp), %%rsp; pushfq; " change ", (%%rsp); popfq; lea 128(%%rsp), %%rsp" : : : "memory", "cc")
  __attribute__((no_sanitize("thread"))) static void *work(void *p) {
    for (int i = 1; i <= ${ROUNDS}; i++) {
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

/** The atomics of a log by rounds; the handler came in the first ones, until `own` had no more instructions. */
function rounds(log: readonly Entry[]): Entry[][] {
  const updates = log.filter(({ kind }) => kind === 'atomicUpdate');
  const interrupted = updates.length - ROUNDS;
  return Array.from({ length: ROUNDS }, (_, i) =>
    i < interrupted ? updates.slice(2 * i, 2 * i + 2) : updates.slice(interrupted + i, interrupted + i + 1),
  );
}

test('a time is told once, and none is lost', () => {
  const update = (what: string): string => `__atomic_fetch_add(&${what}, 1, __ATOMIC_SEQ_CST);`;
  const { threads, status } = recorded(stepping(update('mine'), update('theirs')));
  expect(status).toBe(0);
  const all = rounds(threads[1]!);
  expect(all.filter(({ length }) => length === 2).length).toBeGreaterThan(50);
  let before = all[0]![0]!.time - 1;
  for (const round of all) {
    const times = round.map(({ time }) => time);
    expect(new Set(round.map(({ address }) => address)).size).toBe(round.length);
    // Each takes a number of its own; what was interrupted may have the number of the handler.
    expect(times.at(-1)).toBe(before + round.length);
    expect(times[0]).toBeGreaterThan(before);
    before += round.length;
  }
});
