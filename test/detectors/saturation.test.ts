// The order that a search may count on: it never contradicts a race that some correct reordering has, and keeps none from being found.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unlimited } from '../../src/base/meter.ts';
import { groundOf, PairDecision } from '../../src/detectors/predict/pair-decision.ts';
import { Saturation } from '../../src/detectors/predict/saturation.ts';
import { WindowOrder } from '../../src/detectors/predict/window-order.ts';
import { Ideals } from '../../src/detectors/sync-preserving/ideals.ts';
import { TraceIndex } from '../../src/detectors/sync-preserving/trace-index.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { basicFeatures, listing, traceArbitrary } from '../arbitrary/trace.ts';
import { predictablePairs } from '../referee/correct-reorderings.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';

const PLENTY = 1e9;

/** Whether an order of the whole trace allows the two accesses side by side, as far as saturation can tell. */
function allows(trace: Trace, first: number, second: number): boolean {
  const index = new TraceIndex(columnsOf(trace));
  const must = new Ideals(index, false);
  const saturation = new Saturation(must, unlimited());
  const ends = new Map([first, second].map((e) => [index.columns.threads[e]!, index.index[e]!]));
  for (const [t, end] of ends) must.include(saturation.need, t, end - 1);
  for (const [t, end] of ends) if (saturation.need[t]! >= end) return false;
  return saturation.run(new Uint32Array(index.threads), ends, PLENTY);
}

describe('the order of a window', () => {
  it.each([
    { threads: 2, locks: 1, variables: 2, features: basicFeatures },
    { threads: 3, locks: 2, variables: 3, features: basicFeatures },
    { threads: 4, locks: 2, variables: 2, features: basicFeatures },
    { threads: 3, locks: 2, variables: 2, features: [...basicFeatures, 'shared', 'cut', 'overlap'] as const },
    { threads: 3, locks: 2, variables: 2, features: [...basicFeatures, 'atomic', 'volatile', 'barrier'] as const },
  ])('allows every race that some reordering has, and the search finds it: %o', (shape) => {
    let races = 0;
    fc.assert(
      fc.property(traceArbitrary({ items: 8, ...shape }), (trace) => {
        const pairs = predictablePairs(trace) ?? [];
        const decision = new PairDecision(groundOf(new TraceIndex(columnsOf(trace)), unlimited()), 1000, unlimited());
        for (const [first, second] of pairs) {
          races++;
          expect(allows(trace, first, second), listing(trace)).toBe(true);
          // Without the schedules that take no search.
          expect(decision.refutes(first, second), listing(trace)).toBe(false);
          expect(decision.look([first, second], PLENTY), listing(trace)).toBe('race');
        }
      }),
      runs(150, 25),
    );
    expect(races).toBeGreaterThan(20);
  });

  it.each([
    [
      'a read that must come before what the lock puts before it',
      'A|acq(m) A|r(v) A|w(x) A|rel(m) B|acq(m) B|w(v) B|rel(m) B|w(f) D|r(f) D|w(x)',
      false,
    ],
    [
      'a lock that one of the two holds, and that must be given up',
      'A|acq(m) A|w(f) A|w(x) A|rel(m) B|r(f) B|acq(m) B|rel(m) B|w(x)',
      false,
    ],
    ['a write that nobody may see', 'A|acq(m) A|w(v) A|w(x) A|rel(m) B|w(v) C|r(v) C|acq(m) C|rel(m) D|w(x)', true],
    [
      'readers that hold a lock together',
      'A|racq(m) A|w(g) A|w(x) A|rrel(m) B|racq(m) B|r(g) B|rrel(m) B|w(f) D|r(f) D|w(x)',
      true,
    ],
    [
      'a critical section that must go on for another',
      'A|acq(m) A|w(f) A|w(y) A|rel(m) B|r(f) B|acq(m) B|rel(m) C|w(x) B|w(x)',
      true,
    ],
  ])('knows %s', (_, text, allowed) => {
    const trace = parse(text.replaceAll(' ', '\n'));
    const { ops, targets, length } = columnsOf(trace);
    const x = trace.symbols.variables.find('x');
    const racing = Array.from({ length }, (_, e) => e).filter((e) => ops[e] === 1 && targets[e] === x);
    const [first, second] = racing as [number, number];
    expect(allows(trace, first, second)).toBe(allowed);
    expect(predictablePairs(trace)!.some(([a, b]) => a === first && b === second)).toBe(allowed);
  });

  it('lets a critical section end whose end needs who takes its lock before', () => {
    const text = 'D|acq(m) B|w(z) D|r(x) D|rel(m) B|acq(m) B|w(x) B|rel(m) D|w(z) A|acq(m) A|w(x) A|r(z) A|rel(m) C|r(x) C|r(x)';
    const trace = parse(text.replaceAll(' ', '\n'));
    const decision = new PairDecision(groundOf(new TraceIndex(columnsOf(trace)), unlimited()), 1000, unlimited());
    expect(predictablePairs(trace)).toContainEqual([5, 13]);
    expect(decision.refutes(5, 13)).toBe(false);
    expect(decision.look([5, 13], PLENTY)).toBe('race');
  });

  it('has no cycle, and lets an event wait for what must come before it', () => {
    const index = new TraceIndex(columnsOf(parse(['A', 'A', 'B', 'B', 'C'].map((t) => `${t}|w(${t})`).join('\n'))));
    const order = new WindowOrder(index, unlimited());
    order.begin(new Uint32Array(3), Uint32Array.of(2, 2, 1));
    expect(order.add(0, 1, 1, 2)).toBe(true);
    expect(order.add(1, 2, 2, 1)).toBe(true);
    expect(order.before(2, 1, 0)).toBe(1);
    // C comes after B's second event, and so after A's first.
    expect(order.add(2, 1, 0, 1)).toBe(false);
    expect(order.add(2, 1, 0, 2)).toBe(true);
    expect(order.isReady(1, 2, Uint32Array.of(0, 1, 0))).toBe(false);
    expect(order.isReady(1, 2, Uint32Array.of(1, 1, 0))).toBe(true);
  });
});
