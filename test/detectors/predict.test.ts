// Prediction with proofs against all correct reorderings: no false race ever, and how many of the true ones are found.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findWitness } from '../../src/detectors/predict/find-witness.ts';
import { predict } from '../../src/detectors/predict/index.ts';
import { State } from '../../src/detectors/predict/state.ts';
import { syncPreserving } from '../../src/detectors/sync-preserving/index.ts';
import { TraceIndex } from '../../src/detectors/sync-preserving/trace-index.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import { Op } from '../../src/trace/operation.ts';
import { generatedTrace } from '../../src/trace/random/generator.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { ScheduleChecker } from '../../src/witness/check.ts';
import { basicFeatures, features, listing, type Shape, traceArbitrary } from '../arbitrary/trace.ts';
import { type Pair, predictablePairs } from '../referee/correct-reorderings.ts';
import { litmusTraces, parse } from '../referee/litmus.ts';
import { all, runs } from '../runs.ts';
import { flagged, run } from './run.ts';

/** The pairs found; each must come with a witness that ends with it and that the checker accepts. */
function proved(trace: Trace): Pair[] {
  const checker = new ScheduleChecker(columnsOf(trace), trace.symbols);
  const pairs: Pair[] = [];
  const analysis = predict.analysis((first, second, witness) => {
    expect([...(witness?.positions().slice(-2) ?? [])]).toEqual([first, second]);
    expect(checker.check(witness!)).toEqual({ ok: true });
    pairs.push([first, second]);
  });
  for (const block of trace.blocks) analysis.block(block);
  analysis.end();
  return pairs;
}

const shapes: readonly Partial<Shape>[] = [
  { threads: 2, locks: 2, variables: 3 },
  { threads: 3, locks: 2, variables: 3 },
  { threads: 4, locks: 2, variables: 3 },
  { threads: 3, locks: 3, variables: 4, nesting: 3 },
  { threads: 4, locks: 4, variables: 2 },
  {
    threads: 4,
    locks: 2,
    variables: 3,
    features: [...basicFeatures, 'volatile', 'shared', 'barrier', 'region', 'overlap', 'cut'],
  },
  { threads: 3, locks: 2, variables: 2, features: [...basicFeatures, 'atomic'] },
];

/** Second accesses of racy pairs in random traces of at most 40 events: how many there are, and how many each detector finds. */
function recall(shape: Partial<Shape>, count: number): { accesses: number; predicted: number; preserving: number } {
  const sum = { accesses: 0, predicted: 0, preserving: 0 };
  const arbitrary = traceArbitrary({ items: 10, features: basicFeatures, ...shape });
  for (const trace of fc.sample(arbitrary, { numRuns: count, seed: 20_261_115 })) {
    if (trace.length > 40) continue;
    const all = predictablePairs(trace);
    if (all === undefined) continue;
    const found = proved(trace);
    for (const pair of found) expect(all, listing(trace)).toContainEqual(pair);
    const missed = flagged([...all]).filter((second) => !found.some((pair) => pair[1] === second));
    if (missed.length > 0) console.log(`missed: accesses ${missed.join(', ')} of${listing(trace)}`);
    sum.accesses += flagged([...all]).length;
    sum.predicted += found.length;
    sum.preserving += run(syncPreserving, trace).pairs.length;
  }
  return sum;
}

/** The race on x needs T2's critical section before T1's; sync-preserving reorderings keep T1's first. */
const reversal = parse(`
T1|acq(m)|a:1
T1|w(x)|a:2
T1|rel(m)|a:3
T2|acq(m)|b:1
T2|w(y)|b:2
T2|rel(m)|b:3
T2|w(x)|b:4`);

/** A's section must come after D's; C's write of y must wait until A has read y, though D needs C before its access. */
const delayedWrite = parse(`
A|acq(m)
A|r(y)
A|w(x)
A|rel(m)
C|w(y)
C|w(z)
D|acq(m)
D|rel(m)
D|r(z)
D|w(x)`);

/** Both B and C write y; C's must come first, though nothing stops B's at the start. */
const orderedWrites = parse(`
A|acq(m)
A|w(x)
A|rel(m)
B|w(v)
C|w(y)
E|r(y)
E|w(z)
B|w(y)
D|acq(m)
D|rel(m)
D|r(z)
D|r(y)
D|w(x)`);

/** A reads under m, which it must then hold to the end; B holds n there and must give it up for D, which takes more of B along. */
const releasedOnTheWay = parse(`
A|acq(m)
A|w(x)
A|rel(m)
B|acq(n)
B|w(z)
B|acq(m)
B|r(u)
B|rel(m)
B|rel(n)
D|r(z)
D|acq(n)
D|rel(n)
D|acq(m)
D|rel(m)
D|w(x)`);

describe('predict', () => {
  it.each(litmusTraces())('finds what is in $name, with a witness each', ({ trace, expected }) => {
    const found = proved(trace);
    const known = expected.predictable ?? expected['sync-preserving'];
    if (expected.predictable !== null) {
      expect(flagged(found)).toEqual(flagged([...known]));
      for (const pair of found) expect(known).toContainEqual(pair);
    } else expect(flagged(found)).toEqual(expect.arrayContaining(flagged([...known])));
  });

  it.each(shapes)('reports no false race and at least 97 % of the second accesses: %o', (shape) => {
    const { accesses, predicted, preserving } = recall(shape, runs(40).numRuns);
    const percent = (part: number) => `${((100 * part) / accesses).toFixed(1)} %`;
    console.log(
      `${JSON.stringify(shape)}: ${accesses} accesses, predict ${percent(predicted)}, sync-preserving ${percent(preserving)}`,
    );
    expect(predicted / accesses).toBeGreaterThanOrEqual(0.97);
  });

  it('gives witnesses that the checker accepts, whatever the operations', () => {
    fc.assert(
      fc.property(traceArbitrary({ features }), (trace) => {
        proved(trace);
      }),
      runs(300),
    );
  });

  it('finds every sync-preserving race', () => {
    fc.assert(
      fc.property(traceArbitrary({ features, threads: 5, items: 14 }), (trace) => {
        expect(flagged(proved(trace))).toEqual(expect.arrayContaining(flagged(run(syncPreserving, trace).pairs)));
      }),
      runs(100),
    );
  });

  it.each([
    ['turns critical sections round', reversal, [1, 6]],
    ['delays a write until all have read what it replaces', delayedWrite, [2, 9]],
    ['finds the order of writes that their readers ask for', orderedWrites, [1, 12]],
    ['runs threads on that hold a lock in the way', releasedOnTheWay, [1, 14]],
  ])('%s', (_, trace, pair) => {
    expect(flagged(run(syncPreserving, trace).pairs)).not.toContain(pair[1]);
    expect(predictablePairs(trace)).toContainEqual(pair);
    expect(proved(trace)).toContainEqual(pair);
  });

  it('takes steps back without a trace', () => {
    fc.assert(
      fc.property(traceArbitrary({ features }), fc.nat(60), (trace, count) => {
        const index = new TraceIndex(columnsOf(trace));
        const state = new State(index);
        const { threads, ops, length } = index.columns;
        state.start(new Uint32Array(index.threads));
        for (let t = 0; t < index.threads; t++) state.require(t, index.threadStart[t + 1]! - index.threadStart[t]!);
        const writes = Array.from({ length }, (_, e) => e).filter((e) => ops[e] === Op.write);
        const look = () => [state.key, ...writes.flatMap((e) => [state.awaited(e), state.isRead(e)])];
        const before = look();
        for (let e = 0; e < Math.min(count, length); e++) state.take(threads[e]!);
        while (state.steps.length > 0) state.untake();
        expect(look()).toEqual(before);
      }),
      runs(100),
    );
  });

  it('finds a witness for any racing pair on demand, and for no other', () => {
    fc.assert(
      fc.property(traceArbitrary({ features: basicFeatures, items: 6 }), (trace) => {
        const pairs = predictablePairs(trace)!;
        const checker = new ScheduleChecker(columnsOf(trace));
        for (let first = 0; first < trace.length; first++)
          for (let second = first + 1; second < trace.length; second++) {
            const witness = findWitness(trace, second, first);
            expect(witness !== undefined).toBe(pairs.some(([a, b]) => a === first && b === second));
            if (witness !== undefined) expect(checker.check(witness)).toEqual({ ok: true });
          }
      }),
      runs(15),
    );
  });

  it.each([{ budget: 0 }, { window: 0 }])('says what it left when its means end: %o', (options) => {
    const pairs: Pair[] = [];
    const analysis = predict.analysis((first, second) => pairs.push([first, second]), options);
    for (const block of reversal.blocks) analysis.block(block);
    analysis.end();
    expect(pairs).toEqual([]);
    expect(analysis.counters()).toMatchObject({ pairsLeft: 1, accessesLeft: 1, reordered: 0 });
  });
});

describe('a budget that is too small', () => {
  /** What comes of a trace with so many threads that most pairs need a long search. */
  function counters(budget: number): Record<string, number> {
    const analysis = predict.analysis(() => {}, { budget });
    const trace = generatedTrace({ events: 15_000, threads: 100, races: 0.02, variables: 300, locks: 50 });
    for (const block of trace.blocks) analysis.block(block);
    analysis.end();
    return analysis.counters();
  }

  it.runIf(all)('gives every pair its turn before any gets more', () => {
    const enough = counters(1);
    const little = counters(0.15);
    expect(little['steps']).toBeLessThan(enough['steps']! / 2);
    expect(little['pairsTried']).toBe(enough['pairsTried']);
    expect(little['reordered']).toBeGreaterThan(0.5 * enough['reordered']!);
    expect(little['pairsLeft']).toBeGreaterThan(enough['pairsLeft']!);
  });
});

describe('predict while it works', () => {
  it('tells how much of its searches is done', () => {
    const told = litmusTraces().map(({ trace }) => {
      const shares: number[] = [];
      const analysis = predict.analysis(() => {});
      for (const block of trace.blocks) analysis.block(block);
      analysis.end((done) => shares.push(done));
      return { shares, searches: analysis.counters()['pairs']! };
    });
    expect(told.some(({ searches }) => searches > 0)).toBe(true);
    for (const { shares, searches } of told) {
      expect(shares.length > 0).toBe(searches > 0);
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      for (const share of shares) expect(share >= 0 && share <= 1).toBe(true);
    }
  });
});
