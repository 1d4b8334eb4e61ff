// Pairs that predict settles without a search: never one that some correct reordering brings side by side.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unlimited } from '../../src/base/meter.ts';
import { groundOf, PairDecision } from '../../src/detectors/predict/pair-decision.ts';
import { TraceIndex } from '../../src/detectors/sync-preserving/trace-index.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import { conflict } from '../../src/trace/operation.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { basicFeatures, listing, traceArbitrary } from '../arbitrary/trace.ts';
import { type Pair, predictablePairs } from '../referee/correct-reorderings.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';

/** All conflicting pairs of different threads, and whether they are refuted. */
function judged(trace: Trace): { pair: Pair; refuted: boolean }[] {
  const index = new TraceIndex(columnsOf(trace));
  const { ops, threads, length } = index.columns;
  const decision = new PairDecision(groundOf(index, unlimited()), 1000, unlimited());
  const all: { pair: Pair; refuted: boolean }[] = [];
  for (let a = 0; a < length; a++)
    for (let b = a + 1; b < length; b++)
      if (conflict(ops[a]!, ops[b]!) && threads[a] !== threads[b] && index.cells[a] === index.cells[b])
        all.push({ pair: [a, b], refuted: decision.refutes(a, b) });
  return all;
}

const refuted = (text: string, pair: Pair) =>
  judged(parse(text)).find(({ pair: [a, b] }) => a === pair[0] && b === pair[1])!.refuted;

/** B unlinks the node under the lock and frees it after that; A, which still found the link, reads the node under the lock. */
const unlinked = `
A|acq(m)
A|r(link)
A|r(node)
A|rel(m)
B|acq(m)
B|r(link)
B|w(link)
B|rel(m)
B|w(node)`;

/** The same with somebody between: C moves the link, B finds the moved one. */
const moved = `
A|acq(m)
A|r(link)
A|r(node)
A|rel(m)
C|acq(m)
C|r(link)
C|w(link)
C|w(other)
C|rel(m)
B|r(other)
B|acq(m)
B|rel(m)
B|w(node)`;

/** A reads the link before it takes the lock: that its critical section comes first does not follow. */
const readOutside = `
A|r(link)
A|acq(m)
A|r(node)
A|rel(m)
B|acq(m)
B|r(link)
B|w(link)
B|rel(m)
B|w(node)`;

/** Whether the link was written before or after what A saw is open: both are blind. */
const blind = `
C|w(link)
A|acq(m)
A|r(link)
A|r(node)
A|rel(m)
B|acq(m)
B|w(link)
B|rel(m)
B|w(node)`;

describe('what predict refutes without a search', () => {
  it.each([
    ['a node that is freed after it was unlinked', unlinked, [2, 8]],
    ['a node that another thread unlinked', moved, [2, 12]],
  ] as const)('%s', (_, text, pair) => {
    expect(predictablePairs(parse(text))).not.toContainEqual(pair);
    expect(refuted(text, [...pair])).toBe(true);
  });

  it.each([
    ['a link that was read outside', readOutside, [2, 8]],
    ['writes that may come in any order', blind, [3, 8]],
  ] as const)('does not refute %s', (_, text, pair) => {
    expect(predictablePairs(parse(text))).toContainEqual(pair);
    expect(refuted(text, [...pair])).toBe(false);
  });

  it.each([
    { threads: 2, locks: 1, variables: 2, features: basicFeatures },
    { threads: 3, locks: 1, variables: 3, features: basicFeatures },
    { threads: 3, locks: 2, variables: 2, features: [...basicFeatures, 'shared', 'cut', 'overlap'] as const },
    { threads: 3, locks: 2, variables: 2, features: [...basicFeatures, 'atomic', 'volatile', 'barrier'] as const },
  ])('is never a race that some reordering has: %o', (shape) => {
    let settled = 0;
    fc.assert(
      fc.property(traceArbitrary({ items: 8, ...shape }), (trace) => {
        const races = new Set(predictablePairs(trace)?.map(String));
        for (const { pair, refuted: no } of judged(trace)) {
          if (!no) continue;
          settled++;
          expect(races.has(String(pair)), listing(trace)).toBe(false);
        }
      }),
      runs(400),
    );
    expect(settled).toBeGreaterThan(50);
  });
});
