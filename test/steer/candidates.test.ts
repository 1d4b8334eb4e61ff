// Relaxed candidates against all schedules in which reads may see anything, on random traces; and the program that no predictor may claim.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Candidate, CandidateSearch } from '../../src/steer/relaxed/candidates.ts';
import { isWrite } from '../../src/trace/operation.ts';
import { eventAt, type Trace } from '../../src/trace/trace.ts';
import { traceArbitrary } from '../arbitrary/trace.ts';
import { parse } from '../referee/litmus.ts';
import { accesses } from '../referee/lockset.ts';
import { conflict, mustBefore, relaxedPairs } from '../referee/relaxed.ts';
import { runs } from '../runs.ts';

const basic = ['nested', 'reentrant', 'fork', 'hand-over', 'guarded'] as const;
const distinct = fc.oneof(
  traceArbitrary({ features: basic }),
  traceArbitrary({ features: [...basic, 'volatile', 'atomic', 'shared', 'barrier'], threads: 3, items: 7 }),
  traceArbitrary({ features: basic, threads: 3, locks: 2, variables: 2, items: 6, nesting: 2 }),
);

/** Also with so few places that many accesses are at the same. */
const traces = fc.oneof(
  distinct,
  distinct.map((trace) => ({
    ...trace,
    blocks: trace.blocks.map((block) => ({ ...block, locations: block.locations.map((location) => location % 3) })),
  })),
);

function search(trace: Trace): Candidate[] {
  const found = new CandidateSearch();
  for (const block of trace.blocks) found.block(block);
  expect(found.passedOver).toBe(0);
  return found.candidates();
}

/** Events between blanks. */
function lines(text: string): Trace {
  return parse(text.trim().split(/\s+/).join('\n'));
}

/** A pair of places, and who writes. */
function keyOf(trace: Trace, positions: readonly number[]): string {
  return positions
    .map((position) => eventAt(trace, position))
    .map(({ location, op }) => `${location} ${isWrite(op)}`)
    .sort()
    .join(' ');
}

test('a pair that races in some schedule, whatever reads see, is a candidate', () => {
  let raced = 0;
  fc.assert(
    fc.property(traces, (trace) => {
      const pairs = relaxedPairs(trace);
      fc.pre(pairs !== undefined);
      const found = new Set(search(trace).map(({ first, second }) => keyOf(trace, [first.position, second.position])));
      for (const pair of pairs!) expect(found).toContain(keyOf(trace, pair));
      raced += pairs!.length;
    }),
    runs(600, 60),
  );
  expect(raced).toBeGreaterThan(20);
});

test('no candidate is ordered by forks, joins and barriers, shares a lock, or is no conflict', () => {
  fc.assert(
    fc.property(traces, (trace) => {
      const isBefore = mustBefore(trace);
      const locks = new Map(accesses(trace, { atomics: true }).map((access) => [access.position, access.locks]));
      for (const { first, second } of search(trace)) {
        const [a, b] = [first.position, second.position];
        expect(conflict(eventAt(trace, a), eventAt(trace, b))).toBe(true);
        expect(isBefore(a, b)).toBe(false);
        expect([...locks.get(a)!].filter((lock) => locks.get(b)!.has(lock))).toEqual([]);
      }
    }),
    runs(600, 60),
  );
});

test('a counter in a critical section is one read that changes, and nobody looks at it', () => {
  const trace = lines(`
    T0|fork(T1)|1  T0|fork(T2)|2
    T1|w(x)|3  T1|acq(m)|4  T1|r(c)|5  T1|w(c)|6  T1|rel(m)|7
    T2|acq(m)|8  T2|r(c)|9  T2|w(c)|10  T2|rel(m)|11  T2|w(x)|12`);
  const [candidate, ...others] = search(trace);
  expect(others).toEqual([]);
  expect(candidate).toMatchObject({ reads: 1, looked: 0, first: { writes: true }, second: { writes: true } });
});

test('what changes fewer reads comes first, and what somebody looks at comes last', () => {
  const trace = lines(`
    T0|fork(T1)|1  T0|fork(T2)|2
    T1|w(x)|3  T1|acq(m)|4  T1|w(flag)|5  T1|rel(m)|6  T1|w(y)|7  T1|acq(m)|8  T1|r(c)|9  T1|w(c)|10  T1|rel(m)|11
    T2|acq(m)|12  T2|r(flag)|13  T2|rel(m)|14  T2|w(x)|15  T2|acq(m)|16  T2|r(c)|17  T2|w(c)|18  T2|rel(m)|19  T2|w(y)|20`);
  const names = search(trace).map(({ variable, reads, looked }) => [trace.symbols.variables.name(variable), reads, looked]);
  expect(names).toEqual([
    ['y', 1, 0],
    ['x', 1, 1],
  ]);
});
