// Who called, as the runtime writes it: signals at every instruction, recursion that is folded, tables that forget, other stacks.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPiece } from '../../../src/raw/assemble/raw-log.ts';
import { kindOf, WORDS, wide, wordsOf } from '../../../src/raw/assemble/raw-record.ts';
import { scan } from '../../../src/raw/assemble/scan.ts';
import { RAW_HEADER_BYTES, RAW_RECORD_BYTES, Raw } from '../../../src/raw/format.ts';
import { nativeNaming } from '../../../src/record/c/naming.ts';
import { recorded, useRuntime } from './recorded.ts';
import { roundsFor, stepping } from './stepping.ts';

useRuntime();

interface Told {
  readonly kind: number;
  /** Functions, innermost first. */
  readonly stack: string;
}

/** The records of each thread of a program, with their callers. */
async function told(source: string): Promise<Told[][]> {
  const { status, into } = recorded(source);
  expect(status).toBe(0);
  const folder = join(into, readdirSync(into).find((name) => name.startsWith('process-'))!);
  const naming = nativeNaming(readFileSync(join(folder, 'maps'), 'utf8'), folder);
  const names = new Map<number, string>();
  const nameOf = (site: number): string => {
    let name = names.get(site);
    if (name === undefined) {
      name =
        naming.frames!(site)
          .map((frame) => frame.function)
          .join(' < ') || naming.location(site);
      names.set(site, name);
    }
    return name;
  };
  const { threads, damage } = await scan(folder);
  expect(damage.garbage).toBe(0);
  return threads.map(({ parts, records, calls }) => {
    const words = new Uint32Array(records * WORDS);
    readPiece(parts, words, 0, records * RAW_RECORD_BYTES, RAW_HEADER_BYTES);
    const all: Told[] = [];
    for (let at = 0; at < words.length; ) {
      const kind = kindOf(words[at + 1]!);
      const { address, context } = calls!.site(wide(words[at + 2]!, words[at + 3]!));
      const stack = [address];
      for (let c = context; c !== 0; c = calls!.caller(c)) stack.push(calls!.callSite(c));
      all.push({ kind, stack: stack.map(nameOf).join(' < ') });
      at += wordsOf(kind, words[at + 3]!);
    }
    return all;
  });
}

const stacksOf = (log: readonly Told[], kind: number): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { kind: own, stack } of log) if (own === kind) counts.set(stack, (counts.get(stack) ?? 0) + 1);
  return counts;
};

/** Calls of a function at so many places: each is a context that the log does not know yet. */
const calls = (function_: string, places: number): string =>
  `switch (round_) { ${Array.from({ length: places }, (_, i) => `case ${i}: ${function_}(); break;`).join(' ')} }`;

describe('a signal handler after every instruction', () => {
  // As many as the buffer has room for: to empty it while signals are traps would end the program.
  const rounds = roundsFor(300);
  const interrupted = async (from: number): Promise<[string, number][]> => {
    const source = stepping('chooses();', 'theirs_chooses();', {
      rounds,
      from,
      before: 'round_++;',
      functions: `
        static int round_ = -1;
        static volatile int numbers[4 * ${rounds}];
        __attribute__((noinline)) static void writes(void) { numbers[4 * round_] = 1; }
        __attribute__((noinline)) static void theirs_writes(void) { numbers[4 * round_ + 2] = 1; }
        __attribute__((noinline)) static void chooses(void) { ${calls('writes', rounds)} }
        __attribute__((noinline)) static void theirs_chooses(void) { ${calls('theirs_writes', rounds)} }`,
    });
    const [, log] = await told(source);
    return [...stacksOf(log!, Raw.write)].filter(([stack]) => !stack.startsWith('before'));
  };

  test.each([1, 300, 600])('leaves everyone with his own callers, from instruction %i on', async (from) => {
    const counts = await interrupted(from);
    expect(counts.filter(([stack]) => stack.startsWith('writes'))).toEqual([['writes < chooses < own < work', rounds]]);
    const handled = counts.filter(([stack]) => !stack.startsWith('writes'));
    // While a definition is interrupted there is no other: then nothing is said of the callers.
    for (const [stack] of handled) expect(stack).toMatch(/^theirs_writes(?: < theirs_chooses < handled(?: < \w+)*)?$/);
    expect(handled.some(([stack]) => stack !== 'theirs_writes')).toBe(true);
  });
});

test('what begins in code that tells nothing is called by it', async () => {
  const [, log] = await told(`
    static int value;
    __attribute__((noinline)) static void writes(void) { value++; }
    __attribute__((no_sanitize("thread"), noinline)) static void *work(void *p) { writes(); __asm__ volatile(""); return p; }
    int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0); }`);
  expect([...stacksOf(log!, Raw.write).keys()]).toEqual(['writes < work']);
});

/** A binary tree of calls, each of which writes; then one write by itself. */
const TREE = (depth: number): string => `
  static int many[1 << 20], next;
  __attribute__((noinline)) static void leaf(void) { many[next++ & 0xfffff]++; }
  __attribute__((noinline)) static void tree(int n) {
    leaf();
    if (n) { tree(n - 1); tree(n - 1); }
  }
  static void *work(void *p) {
    tree(${depth});
    leaf();
    return p;
  }
  int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0); }`;

describe('recursion', () => {
  test('is told exactly', async () => {
    const [, log] = await told(TREE(4));
    const counts = stacksOf(log!, Raw.write);
    expect([...counts.keys()].sort((a, b) => a.length - b.length)).toEqual([
      'leaf < work',
      ...Array.from({ length: 5 }, (_, i) => ['leaf', ...Array.from({ length: i + 1 }, () => 'tree'), 'work'].join(' < ')),
    ]);
  });

  test('of which there is too much is folded: the log is hardly longer, and the ends are right', async () => {
    const [, log] = await told(TREE(15));
    const counts = [...stacksOf(log!, Raw.write).keys()];
    const definitions = log!.filter(({ kind }) => kind === Raw.call || kind === Raw.place).length;
    expect(definitions).toBeLessThan(4096 + log!.length / 16);
    for (const stack of counts) expect(stack).toMatch(/^leaf( < tree)* < work$/);
    expect(counts).toContain('leaf < work');
  });
});

test('an access from another context begins a record of its own', async () => {
  const [, log] = await told(`
    char text[64];
    static volatile int at, most = 8;
    __attribute__((noinline)) static void put(void) { text[at++] = 'x'; }
    __attribute__((noinline)) static void one(void) { for (int i = 0; i < most; i++) put(); }
    __attribute__((noinline)) static void two(void) { for (int i = 0; i < most; i++) put(); }
    static void *work(void *p) { one(); two(); return p; }
    int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0); }`);
  // The counter is written where the first one does it.
  expect([...stacksOf(log!, Raw.write)].sort()).toEqual([
    ['put < one < work', 2],
    ['put < two < work', 1],
  ]);
});

test('a thread that takes over what another one left begins anew', async () => {
  const logs = await told(`
    static int value;
    __attribute__((noinline)) static void writes(void) { value++; }
    __attribute__((noinline)) static void calls(void) { writes(); }
    static void *work(void *p) { calls(); return p; }
    int main(void) {
      for (int i = 0; i < 3; i++) {
        pthread_t t;
        pthread_create(&t, 0, work, 0);
        pthread_join(t, 0);
      }
    }`);
  expect(logs.slice(1).map((log) => [...stacksOf(log, Raw.write).keys()])).toEqual(
    [1, 2, 3].map(() => ['writes < calls < work']),
  );
});

test('a fiber has callers of its own', async () => {
  const logs = await told(`
    #include <ucontext.h>
    void *__tsan_get_current_fiber(void), *__tsan_create_fiber(unsigned);
    void __tsan_switch_to_fiber(void *, unsigned);
    static int value;
    static ucontext_t here, there;
    static void *own, *fiber;
    static char stack[1 << 16];
    __attribute__((noinline)) static void writes(void) { value++; }
    __attribute__((noinline)) static void back(void) { writes(); __tsan_switch_to_fiber(own, 0); swapcontext(&there, &here); writes(); }
    static void body(void) { back(); __tsan_switch_to_fiber(own, 0); }
    __attribute__((noinline)) static void go(void) { __tsan_switch_to_fiber(fiber, 0); swapcontext(&here, &there); }
    static void *work(void *p) {
      own = __tsan_get_current_fiber();
      fiber = __tsan_create_fiber(0);
      getcontext(&there);
      there.uc_stack.ss_sp = stack;
      there.uc_stack.ss_size = sizeof stack;
      there.uc_link = &here;
      makecontext(&there, body, 0);
      go();
      writes();
      go();
      writes();
      return p;
    }
    int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0); }`);
  expect([...stacksOf(logs[1]!, Raw.write).keys()]).toContain('writes < work');
  expect([...stacksOf(logs[1]!, Raw.write).keys()].filter((stack) => /go|back|body/.test(stack))).toEqual([]);
  expect([...stacksOf(logs[2]!, Raw.write).keys()]).toEqual([expect.stringMatching(/^writes < back < body/)]);
});
