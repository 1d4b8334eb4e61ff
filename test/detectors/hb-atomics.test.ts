// Plain accesses against atomic ones, compared with the definition on random traces.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hbAtomics } from '../../src/detectors/hb-atomics.ts';
import { eventAt, type Trace } from '../../src/trace/trace.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { parse } from '../referee/litmus.ts';
import { atomicRaces, type Pair } from '../referee/observed-races.ts';
import { runs } from '../runs.ts';
import { run } from './run.ts';

const weights = { atomic: 8 };
const traces = fc.oneof(
  traceArbitrary({ features, threads: 4, items: 12, weights }),
  traceArbitrary({ features: ['fork', 'atomic', 'volatile', 'alloc'], threads: 5, variables: 1, items: 14, weights }),
);

/** For each access the latest write and the latest read of the other kind that it races with. */
function latest(trace: Trace, races: readonly Pair[]): Pair[] {
  const found = new Map<string, Pair>();
  for (const pair of races) found.set(`${pair[1]} ${eventAt(trace, pair[0]).op & 1}`, pair);
  return [...found.values()].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

describe('hb-atomics', () => {
  it('reports exactly the accesses that race with one of the other kind, with the latest of them', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        expect(run(hbAtomics, trace).pairs).toEqual(latest(trace, atomicRaces(trace)));
      }),
      runs(1500),
    );
  });

  it('finds a plain read that nothing orders after an atomic write', () => {
    expect(run(hbAtomics, parse('T1|vw(x)\nT2|r(x)')).pairs).toEqual([[0, 1]]);
    expect(run(hbAtomics, parse('T1|rw(x)\nT2|r(x)')).pairs).toEqual([[0, 1]]);
  });

  it('is content with two atomics, with two reads, and with order', () => {
    expect(run(hbAtomics, parse('T1|vw(x)\nT2|rw(x)\nT3|rr(x)')).pairs).toEqual([]);
    expect(run(hbAtomics, parse('T1|r(x)\nT2|vr(x)')).pairs).toEqual([]);
    expect(run(hbAtomics, parse('T1|w(x)\nT1|vw(x)\nT2|vr(x)\nT2|w(x)')).pairs).toEqual([]);
  });

  it('takes no order from a relaxed access', () => {
    expect(run(hbAtomics, parse('T1|w(x)\nT1|rw(y)\nT2|rr(y)\nT2|vr(x)')).pairs).toEqual([[0, 3]]);
  });
});
