// Optimistic sync-reversal races (Shi, Mathur, Pavlogiannis, ICSE 2024) are real by a theorem and are told without a search: whatever a
// budget cuts off, predict flags the accesses that have one. What it takes for them is held to the definition, and the definition to its theorem.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { predict } from '../../src/detectors/predict/index.ts';
import { Optimistic } from '../../src/detectors/predict/optimistic.ts';
import { Ideals } from '../../src/detectors/sync-preserving/ideals.ts';
import { write } from '../../src/detectors/sync-preserving/schedules.ts';
import { TraceIndex } from '../../src/detectors/sync-preserving/trace-index.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import { generatedTrace } from '../../src/trace/random/generator.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { ScheduleChecker, type Verdict } from '../../src/witness/check.ts';
import { basicFeatures, features, listing, type Shape, traceArbitrary } from '../arbitrary/trace.ts';
import { type Pair, predictablePairs } from '../referee/correct-reorderings.ts';
import { litmusTraces, parse } from '../referee/litmus.ts';
import { conflictingPairs } from '../referee/needs.ts';
import { optimisticRaces } from '../referee/optimistic.ts';
import { all, runs } from '../runs.ts';
import { flagged, run } from './run.ts';

const shapes: readonly Partial<Shape>[] = [
  { threads: 2, locks: 2, variables: 3, items: 14 },
  { threads: 3, locks: 3, variables: 4, nesting: 3, items: 14 },
  { threads: 5, locks: 2, variables: 3, items: 20 },
  { threads: 4, locks: 4, variables: 2, items: 20, nesting: 3 },
];

function optimisticAccesses(trace: Trace): number[] {
  return flagged(optimisticRaces(trace).map(({ pair }) => pair));
}

function accepts(trace: Trace, schedule: ArrayLike<number>): Verdict {
  return new ScheduleChecker(columnsOf(trace), trace.symbols).check(Uint32Array.from(schedule));
}

/** What the product finds a schedule for, of all pairs: it is asked about each. */
function found(trace: Trace): { pair: Pair; schedule: Uint32Array }[] {
  const index = new TraceIndex(columnsOf(trace));
  const must = new Ideals(index, false);
  const optimistic = new Optimistic(must);
  const { threads } = index.columns;
  return conflictingPairs([...events(trace)]).flatMap(([a, b]) => {
    const pair: Pair = [a.position, b.position];
    if (index.cells[a.position] !== index.cells[b.position]) return [];
    const need = new Uint32Array(must.stride);
    for (const e of pair) must.include(need, threads[e]!, index.index[e]! - 1);
    if (pair.some((e) => need[threads[e]!]! >= index.index[e]!)) return [];
    const schedule = optimistic.schedule(pair, need, trace.length);
    if (schedule === undefined) return [];
    const order = new Uint32Array(trace.length);
    return [{ pair, schedule: order.slice(0, write(index, schedule, order)) }];
  });
}

describe('optimistic sync-reversal', () => {
  it.each(shapes)('has a schedule for exactly the pairs of the definition: %o', (shape) => {
    fc.assert(
      fc.property(traceArbitrary({ features: basicFeatures, ...shape }), (trace) => {
        const all = found(trace);
        for (const { schedule } of all) expect(accepts(trace, schedule), listing(trace)).toEqual({ ok: true });
        expect(all.map(({ pair }) => pair)).toEqual(optimisticRaces(trace).map(({ pair }) => pair));
      }),
      runs(150),
    );
  });

  it('gives schedules that the checker accepts, whatever the operations', () => {
    fc.assert(
      fc.property(traceArbitrary({ features, threads: 4, items: 12 }), (trace) => {
        for (const { schedule } of found(trace)) expect(accepts(trace, schedule)).toEqual({ ok: true });
      }),
      runs(300),
    );
  });

  it('is for real races alone', () => {
    fc.assert(
      fc.property(traceArbitrary({ features: basicFeatures, threads: 4, items: 14 }), (trace) => {
        for (const { schedule } of optimisticRaces(trace)) expect(accepts(trace, schedule)).toEqual({ ok: true });
      }),
      runs(150),
    );
  });
});

describe('predict', () => {
  it.each(litmusTraces())('finds all optimistic sync-reversal races of $name', ({ trace }) => {
    expect(flagged(run(predict, trace).pairs)).toEqual(expect.arrayContaining(optimisticAccesses(trace)));
  });

  it.each(shapes)('finds all optimistic sync-reversal races of random traces: %o', (shape) => {
    fc.assert(
      fc.property(traceArbitrary({ features: basicFeatures, ...shape }), (trace) => {
        expect(flagged(run(predict, trace).pairs)).toEqual(expect.arrayContaining(optimisticAccesses(trace)));
      }),
      runs(150),
    );
  });

  /** D's section must come before A's, which must come before B's and end: who lets A take m at once, before D, finds nothing. */
  it('finishes a section before another that stays open, though that needs a third', () => {
    const trace = parse(`
D|acq(m)
B|w(z)
D|r(x)
D|rel(m)
B|acq(m)
B|w(x)
B|rel(m)
D|w(z)
A|acq(m)
A|w(x)
A|r(z)
A|rel(m)
C|r(x)
C|r(x)`);
    expect(predictablePairs(trace)).toContainEqual([5, 13]);
    expect(flagged(run(predict, trace).pairs)).toContain(13);
  });

  it.runIf(all)('finds them where searches would take longer than the budget allows', () => {
    const trace = generatedTrace({ events: 20_000, threads: 32, races: 0.02, locks: 30, reentrancy: 0 });
    const { counters } = run(predict, trace);
    expect(counters['optimistic']).toBeGreaterThan(10);
    expect(counters['optimistic']).toBeGreaterThan(counters['reordered']! / 2);
    expect(counters['refused']).toBe(0);
  });
});
