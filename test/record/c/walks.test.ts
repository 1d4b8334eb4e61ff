// Accesses that walk through memory are one record, which grows: none is lost or told twice, and none gets to where it was not.

import { expect, test } from 'vitest';
import { type Entry, kinds, recorded, TWO_THREADS, useRuntime } from './recorded.ts';

useRuntime();

const written = (log: readonly Entry[], size: number): Entry[] =>
  log.filter((entry) => entry.kind === 'write' && entry.size === size);

/** Whether the accesses are those of an array, front to back. */
function isArray(entries: readonly Entry[], length: number): boolean {
  const { address, size } = entries[0]!;
  return entries.length === length && entries.every((entry, i) => entry.address === address + i * size);
}

const records = (entries: readonly Entry[]): number => new Set(entries.map(({ at }) => at)).size;

test('a loop over an array', () => {
  const { threads } = recorded(`static volatile int x[10000];
    static void *work(void *p) {
      for (int i = 0; i < 10000; i++) x[i] = i;
      return p;
    }${TWO_THREADS}`);
  for (const log of threads.slice(1)) {
    const entries = written(log, 4);
    expect(isArray(entries, 10_000)).toBe(true);
    expect(records(entries)).toBe(Math.ceil(10_000 / 63));
  }
});

test('a loop over three arrays, and one that is over again', () => {
  const logs = [1, 2, 3].map(
    () =>
      recorded(`static volatile long x[1000];
    static volatile short y[1000];
    static volatile char z[1000];
    static void *work(void *p) {
      for (int again = 0; again < 3; again++)
        for (int i = 0; i < 1000; i++) x[i] = i, y[i] = i, z[i] = i;
      return p;
    }${TWO_THREADS}`).threads[1]!,
  );
  // Some may come twice: what is dropped is known by a hash, and more of it after many records.
  for (const log of logs)
    for (const size of [1, 2, 8]) {
      const once = new Map(written(log, size).map((entry) => [entry.address, entry]));
      expect(isArray([...once.values()], 1000), String(size)).toBe(true);
    }
  // Where the program lies in memory, which is another place each time, makes the hashes: in one of a hundred they are unlucky.
  expect(Math.min(...logs.map(records))).toBeLessThan(100);
});

test('a walk that goes on when the buffer is emptied', () => {
  const { threads } = recorded(`static volatile char x[60000];
    static volatile long y[2 * 60000];
    static void *work(void *p) {
      for (int i = 0; i < 60000; i++) x[i] = i, y[2 * i] = i;
      return p;
    }${TWO_THREADS}`);
  expect(isArray(written(threads[1]!, 1), 60_000)).toBe(true);
  expect(written(threads[1]!, 8)).toHaveLength(60_000);
});

test.each([
  ['acquire', 'pthread_mutex_lock(&m), pthread_mutex_unlock(&m);'],
  ['free', 'free(block);'],
  ['free', 'munmap(p, 0);'],
])('ends at %s: %s', (kind, between) => {
  const { threads } = recorded(`#include <malloc.h>
    #include <sys/mman.h>
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    static volatile int x[3];
    __attribute__((noinline)) static void put(int i) { x[i] = i; }
    static void *work(void *p) {
      void *block = memalign(16, 16);
      (void)&m, (void)block;
      for (int i = 0; i < 3; i++) {
        put(i);
        if (i == 1) { ${between} }
      }
      return p;
    }${TWO_THREADS}`);
  const looked = threads[1]!.filter((entry) => entry.kind === kind || (entry.kind === 'write' && entry.size === 4));
  expect(kinds(looked)).toEqual(['write', 'write', kind, 'write']);
});
