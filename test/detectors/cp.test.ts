// CP by clocks and section numbers against the least fixed point of its rules.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cp } from '../../src/detectors/cp/index.ts';
import { Lowering } from '../../src/trace/lowering.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { type Feature, traceArbitrary } from '../arbitrary/trace.ts';
import type { Pair } from '../referee/correct-reorderings.ts';
import { consecutivePairs, cpPairs, cpRaces } from '../referee/cp.ts';
import { happensBeforeRaces } from '../referee/happens-before.ts';
import { litmusTraces } from '../referee/litmus.ts';
import { wcpPairs } from '../referee/wcp.ts';
import { runs } from '../runs.ts';

interface Outcome {
  readonly pairs: Pair[];
  readonly counters: Record<string, number>;
}

function found(trace: Trace): Outcome {
  const pairs: Pair[] = [];
  const analysis = cp.analysis((first, second) => pairs.push([first, second]));
  const lowering = new Lowering(cp.operations, cp.reentrant, (block) => analysis.block(block));
  for (const block of trace.blocks) lowering.lower(block);
  analysis.end();
  return { pairs: pairs.sort((a, b) => a[1] - b[1] || a[0] - b[0]), counters: analysis.counters() };
}

function agrees(trace: Trace): void {
  const { pairs, counters } = found(trace);
  expect(pairs).toEqual(cpRaces(trace));
  const consecutive = new Set(consecutivePairs(trace).map(String));
  const observed = happensBeforeRaces(trace).filter((pair) => consecutive.has(String(pair)));
  expect(counters['observedRaces']).toBe(observed.length);
  for (const pair of observed) expect(pairs).toContainEqual(pair);
}

const nested: readonly Feature[] = ['nested', 'fork', 'hand-over', 'guarded', 'cut'];
const chains = { features: nested, threads: 5, locks: 4, variables: 2, items: 14, nesting: 3 };

describe('cp', () => {
  it.each(litmusTraces())('finds what is in $name', ({ trace, expected }) => {
    const consecutive = new Set(consecutivePairs(trace).map(String));
    const pairs = found(trace).pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    expect(pairs).toEqual(expected.cp.filter((pair) => consecutive.has(String(pair))));
  });

  it('finds exactly the pairs that the rules leave unordered', () => {
    fc.assert(fc.property(traceArbitrary({ features: nested }), agrees), runs(500));
  });

  it('does so with many locks and long chains of them', () => {
    fc.assert(fc.property(traceArbitrary(chains), agrees), runs(300));
  });

  it('does so with re-entrant locks and with sections that overlap', () => {
    fc.assert(fc.property(traceArbitrary({ ...chains, features: [...nested, 'reentrant', 'overlap'] }), agrees), runs(200));
  });

  it('finds only races of WCP', () => {
    fc.assert(
      fc.property(traceArbitrary({ ...chains, features: ['nested', 'fork', 'hand-over', 'guarded'] }), (trace) => {
        const weak = new Set(wcpPairs(trace).map(String));
        for (const pair of found(trace).pairs) expect(weak).toContain(String(pair));
      }),
      runs(100),
    );
  });
});

describe('the referee of cp', () => {
  it.each(litmusTraces())('has the CP races that brute force found in $name', ({ trace, expected }) => {
    expect(cpPairs(trace)).toEqual(expected.cp);
  });
});
