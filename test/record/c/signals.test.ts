// Signal handlers that record while the runtime is in the middle of a record. A handler after every single instruction of it, one at a
// time: the processor's trap flag makes the schedule, so no clock does.

import { beforeEach, describe, expect, test } from 'vitest';
import { type Entry, recorded, useRuntime } from './recorded.ts';

useRuntime();
beforeEach((context) => {
  context.skip(process.arch !== 'x64', 'the trap flag of x86');
});

const ROUNDS = 250;

/**
 * One thread does `before` and `own` again and again; `own` is interrupted after its first instruction by `handled`, after its second, and
 * so on. All are statements on the static variables below; `same()` walks through the first array. The handler is set behind the
 * runtime's back, which would record it.
 */
const stepping = (own: string, handled: string, { rounds = ROUNDS, before = '' } = {}): string => `
  #include <dlfcn.h>
  #include <signal.h>
  static long mine, theirs;
  static volatile int walk[4], other[4];
  static volatile int left;
  __attribute__((noinline)) static void same(void) {
    for (int k = 0; k < 4; k++) walk[k] = k;
  }
  static void before(void) { ${before} }
  static void own(void) { ${own} }
  static void handled(void) { ${handled} }
  __attribute__((no_sanitize("thread"))) static void step(int number) {
    (void)number;
    if (--left == 0) handled();
  }
  #define TRAP(change) __asm__ volatile("lea -128(%%rsp), %%rsp; pushfq; " change ", (%%rsp); popfq; lea 128(%%rsp), %%rsp" : : : "memory", "cc")
  __attribute__((no_sanitize("thread"))) static void *work(void *p) {
    for (int i = 1; i <= ${rounds}; i++) {
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

describe('a walk through memory that is interrupted', () => {
  const options = { rounds: 400, before: '__atomic_fetch_add(&mine, 1, __ATOMIC_SEQ_CST);' };

  test.each([
    ['by another walk', 'for (int k = 0; k < 4; k++) other[k] = k;', 4],
    ['by synchronisation', '__atomic_fetch_add(&theirs, 1, __ATOMIC_SEQ_CST);', 0],
  ])('%s has each access once', (_, handled, others) => {
    const { threads, status } = recorded(stepping('same();', handled, options));
    expect(status).toBe(0);
    const log = threads[1]!;
    const writes = log.filter(({ kind }) => kind === 'write');
    const first = Math.min(...writes.map(({ address }) => address));
    const times = new Map<number, number>();
    for (const { address, size } of writes) {
      expect(size).toBe(4);
      times.set(address - first, (times.get(address - first) ?? 0) + 1);
    }
    // Which of the two arrays comes first is the linker's choice.
    const counts = [...times.values()].sort((a, b) => b - a);
    expect(counts.slice(0, 4)).toEqual([400, 400, 400, 400]);
    expect(counts).toHaveLength(4 + others);
    expect(new Set(counts.slice(4)).size).toBe(others / 4);
    expect(new Set(writes.map(({ at }) => at)).size).toBeLessThan(writes.length / 2);
  });

  test('by the same walk loses no access', () => {
    const { threads, status } = recorded(stepping('same();', 'same();', options));
    expect(status).toBe(0);
    let round = new Set<number>();
    const rounds = [round];
    for (const { kind, address } of threads[1]!) {
      if (kind === 'write') round.add(address);
      else if (kind === 'atomicUpdate') {
        round = new Set();
        rounds.push(round);
      }
    }
    expect(rounds.slice(1).map(({ size }) => size)).toEqual(Array.from({ length: 400 }, () => 4));
  });
});
