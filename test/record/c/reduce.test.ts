// --reduce in the C runtime: what is left out orders nothing. Random programs with a known schedule must have the races of that schedule.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Trace } from '../../../src/trace/trace.ts';
import { ofModel } from '../../arbitrary/model.ts';
import { type Feature, traceArbitrary } from '../../arbitrary/trace.ts';
import { parse } from '../../referee/litmus.ts';
import { runs, sample } from '../../runs.ts';
import { racyIn, racyInFile } from '../racy.ts';
import { count, recorded, TWO_THREADS, useRuntime } from './recorded.ts';
import { played, stepsOf } from './scheduled.ts';
import { roundsFor, stepping } from './stepping.ts';

useRuntime();

const METHODS = ['loft', 'runs'] as const;

const racyVariables = (trace: Trace) => racyIn(trace).map((name) => name.replace('V', 'variable_'));

function traces(features: readonly Feature[]): fc.Arbitrary<Trace> {
  const weights = { access: 6, section: 20, volatile: 2, overlap: 3 };
  return fc.oneof(
    traceArbitrary({ features, threads: 3, locks: 2, variables: 3, items: 24, nesting: 3, weights }),
    traceArbitrary({ features, threads: 2, locks: 1, variables: 2, items: 20, weights }),
    traceArbitrary({ features, threads: 8, locks: 6, variables: 4, items: 30, nesting: 8, weights }),
  );
}

describe.each([
  ['re-entrant locks, hand over hand, held at the end, atomics', false, ['nested', 'reentrant', 'overlap', 'volatile', 'cut']],
  ['reader locks', true, ['shared', 'volatile', 'cut']],
] as const)('%s', (_, readers, features) => {
  test.each(METHODS)('with %s: the races are those of the schedule', { timeout: 600_000 }, async (method) => {
    await fc.assert(
      fc.asyncProperty(traces(features), async (random) => {
        const trace = ofModel('c11', random);
        const { bytes } = await played(stepsOf(trace), readers, method);
        expect(await racyInFile(bytes)).toEqual(racyVariables(trace));
      }),
      runs(150),
    );
  });
});

test.each(METHODS)('%s: an access after the last release is not the one that came before it', async (method) => {
  const section = 'T0|acq(L0)\nT0|rel(L0)\nT0|w(V0)\n';
  const trace = parse(`T0|w(V1)\n${section.repeat(3)}T1|acq(L0)\nT1|w(V1)\nT1|w(V0)\nT1|rel(L0)`);
  expect(racyVariables(trace)).toEqual(['variable_0']);
  expect(await racyInFile((await played(stepsOf(trace), false, method)).bytes)).toEqual(['variable_0']);
});

describe('what is left out', () => {
  const twice = parse('T0|acq(m)\nT0|w(x)\nT0|rel(m)\n'.repeat(5));

  test.each(METHODS)('%s: the middle of a row', async (method) => {
    expect((await played(stepsOf(twice), false, '')).locking).toBe(10);
    expect((await played(stepsOf(twice), false, method)).locking).toBe(2);
  });

  test('loft: not where another lock came in between, which runs minds not', async () => {
    const both = parse('T0|acq(m)\nT0|rel(m)\nT0|acq(n)\nT0|rel(n)\n'.repeat(5));
    expect((await played(stepsOf(both), false, 'loft')).locking).toBe(20);
    expect((await played(stepsOf(both), false, 'runs')).locking).toBe(4);
  });

  test.each(METHODS)(
    '%s: nothing where another thread had the lock, or it is another lock in the same memory',
    async (method) => {
      const turns = parse('T0|acq(m)\nT0|rel(m)\nT1|acq(m)\nT1|rel(m)\n'.repeat(5));
      expect((await played(stepsOf(turns), false, method)).locking).toBe(20);
      // T1 frees the lock and makes another, most likely at its place.
      const freed = '0a00z01x0'.repeat(5);
      expect((await played(freed, false, method)).locking).toBe(10);
    },
  );

  test.each(METHODS)('%s: a release that was written stays, and what is written is less', (method) => {
    const work = `
      static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
      static int x[4096];
      static void *work(void *p) {
        for (int i = 0; i < 20000; i++) pthread_mutex_lock(&m), x[i % 4096] = i, pthread_mutex_unlock(&m);
        return p;
      }${TWO_THREADS}`;
    const [whole, reduced] = ['', method].map((how) => recorded(work, { env: { FORETRACE_REDUCE: how } }));
    const locking = (threads: ReturnType<typeof recorded>['threads']) =>
      threads.flat().filter(({ kind }) => kind === 'acquire').length;
    expect(locking(whole!.threads)).toBe(40_000);
    expect(locking(reduced!.threads)).toBeLessThan(20_000);
    for (const log of reduced!.threads) {
      expect(count(log, 'acquire')).toBe(count(log, 'release'));
      const times = log.map(({ time }) => time);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }
    // Times are still those of the run: sections of one lock do not overlap.
    const locked = reduced!.threads
      .flatMap((log, thread) =>
        log.filter(({ kind }) => kind === 'acquire' || kind === 'release').map((entry) => ({ ...entry, thread })),
      )
      .sort((a, b) => a.time - b.time);
    for (const [i, { kind, thread }] of locked.entries()) {
      expect(kind).toBe(i % 2 === 0 ? 'acquire' : 'release');
      if (i % 2 === 1) expect(locked[i - 1]!.thread).toBe(thread);
    }
  });
});

test.skipIf(process.arch !== 'x64').each(sample(METHODS, 2))('%s: a handler that locks another lock loses nothing', (method) => {
  const functions = `
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
    static void section(pthread_mutex_t *lock, volatile int *at) { pthread_mutex_lock(lock); *at = 1; pthread_mutex_unlock(lock); }`;
  const program = stepping('section(&m, walk);', 'section(&n, other);', { rounds: roundsFor(600), functions });
  const { threads, status } = recorded(program, { env: { FORETRACE_REDUCE: method } });
  expect(status).toBe(0);
  const held = new Set<number>();
  for (const { kind, address } of threads[1]!) {
    if (kind === 'acquire') expect(held.has(address)).toBe(false);
    if (kind === 'release') expect(held.has(address)).toBe(true);
    if (kind === 'acquire') held.add(address);
    if (kind === 'release') held.delete(address);
  }
  expect(held.size).toBe(0);
});
