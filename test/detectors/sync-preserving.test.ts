// Sync-preserving prediction against its definition, on the litmus traces and on random ones; every witness is checked again.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { syncPreserving } from '../../src/detectors/sync-preserving/index.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { ScheduleChecker } from '../../src/witness/check.ts';
import { basicFeatures, features, traceArbitrary } from '../arbitrary/trace.ts';
import type { Pair } from '../referee/correct-reorderings.ts';
import { litmusTraces } from '../referee/litmus.ts';
import { syncPreservingPairs } from '../referee/sync-preserving.ts';
import { runs } from '../runs.ts';
import { flagged } from './run.ts';

/** The pairs found; each must come with a witness that ends with it and that the checker accepts. */
function proved(trace: Trace): Pair[] {
  const checker = new ScheduleChecker(columnsOf(trace), trace.symbols);
  const pairs: Pair[] = [];
  const analysis = syncPreserving.analysis((first, second, witness) => {
    expect([...(witness?.positions().slice(-2) ?? [])]).toEqual([first, second]);
    expect(checker.check(witness!)).toEqual({ ok: true });
    pairs.push([first, second]);
  });
  for (const block of trace.blocks) analysis.block(block);
  analysis.end();
  return pairs;
}

function agrees(trace: Trace): void {
  const all = syncPreservingPairs(trace);
  const found = proved(trace);
  expect(found.map(([, second]) => second)).toEqual(flagged(all));
  for (const pair of found) expect(all).toContainEqual(pair);
}

describe('sync-preserving', () => {
  it.each(litmusTraces())('finds what is in $name, with a witness each', ({ trace, expected }) => {
    const found = proved(trace);
    expect(found.map(([, second]) => second)).toEqual(flagged([...expected['sync-preserving']]));
    for (const pair of found) expect(expected['sync-preserving']).toContainEqual(pair);
  });

  it('flags exactly the accesses that the definition flags', () => {
    fc.assert(fc.property(traceArbitrary({ features: basicFeatures }), agrees), runs(400));
  });

  it('does so with many threads and few locks', () => {
    fc.assert(fc.property(traceArbitrary({ features: basicFeatures, threads: 6, locks: 2, variables: 2 }), agrees), runs(150));
  });

  it('does so where some accesses are atomic', () => {
    fc.assert(fc.property(traceArbitrary({ features: [...basicFeatures, 'atomic'], variables: 2 }), agrees), runs(250));
  });

  it('gives witnesses that the checker accepts, whatever the operations', () => {
    fc.assert(
      fc.property(traceArbitrary({ features }), (trace) => {
        proved(trace);
      }),
      runs(300),
    );
  });
});
