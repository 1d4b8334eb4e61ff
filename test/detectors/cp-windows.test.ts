// CP within windows against CP of the whole trace, by its definition.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analyze.ts';
import { cp, cpAnalysis } from '../../src/detectors/cp/index.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { Lowering } from '../../src/trace/lowering.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { tangleArbitrary } from '../arbitrary/tangle.ts';
import { features as all, traceArbitrary } from '../arbitrary/trace.ts';
import { cpPairs } from '../referee/cp.ts';
import { happensBeforeRaces } from '../referee/happens-before.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';
import { handOvers } from './cp-traces.ts';

type Found = readonly [first: number, second: number, observed: boolean];

function windowed(trace: Trace, size: number): Found[] {
  const pairs: Found[] = [];
  const analysis = cpAnalysis((first, second, observed) => pairs.push([first, second, observed]), size);
  const lowering = new Lowering(cp.operations, cp.reentrant, (block) => analysis.block(block));
  for (const block of trace.blocks) lowering.lower(block);
  analysis.end();
  return pairs.sort(byPositions);
}

function whole(trace: Trace): Found[] {
  const pairs: Found[] = [];
  const analysis = cpAnalysis((first, second, observed) => pairs.push([first, second, observed]));
  const lowering = new Lowering(cp.operations, cp.reentrant, (block) => analysis.block(block));
  for (const block of trace.blocks) lowering.lower(block);
  analysis.end();
  return pairs.sort(byPositions);
}

function byPositions(a: Found, b: Found): number {
  return a[1] - b[1] || a[0] - b[0];
}

const features = ['nested', 'fork', 'hand-over', 'guarded', 'cut'] as const;
const traces = fc.oneof(
  traceArbitrary({ features, threads: 4, locks: 3, variables: 2, items: 14, nesting: 3 }),
  traceArbitrary({ ...handOvers, features: all }),
  tangleArbitrary({ threads: 3, locks: 3, variables: 2, events: 50 }),
);

describe('windowed CP', () => {
  it('is CP where the window has the whole trace', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        expect(windowed(trace, trace.length + 1)).toEqual(whole(trace));
      }),
      runs(150),
    );
  });

  it('reports nothing that CP of the whole trace orders, and knows what happens-before orders', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        const unordered = new Set(cpPairs(trace).map(String));
        const observed = new Set(happensBeforeRaces(trace).map(String));
        for (let size = 2; size < Math.min(trace.length, 40); size++)
          for (const [first, second, inThisRun] of windowed(trace, size)) {
            const pair = String([first, second]);
            if (unordered.has(pair) && inThisRun === observed.has(pair)) continue;
            expect.fail(`${pair} in windows of ${size}`);
          }
      }),
      runs(150),
    );
  });

  it('misses what is further apart than the window', () => {
    const trace = parse('1|w(x)\n1|acq(m)\n1|rel(m)\n2|acq(m)\n2|rel(m)\n2|w(x)');
    expect(windowed(trace, 6)).toEqual([[0, 5, false]]);
    expect(windowed(trace, 5)).toEqual([]);
  });

  it('does not guess what a section does before the window', () => {
    const trace = parse('3|r(q)\n1|acq(m)\n1|w(z)\n1|w(x)\n1|rel(m)\n2|acq(m)\n2|w(z)\n2|rel(m)\n2|w(x)');
    expect(whole(trace)).toEqual([]);
    expect(windowed(trace, 6)).toEqual([]);
  });

  it('does not guess what a section does after the window', () => {
    const trace = parse('1|w(x)\n1|acq(m)\n1|w(z)\n1|rel(m)\n2|acq(m)\n2|w(x)\n2|w(z)\n2|rel(m)');
    expect(whole(trace)).toEqual([]);
    expect(windowed(trace, 6)).toEqual([]);
  });

  it('is an option, which makes a result partial where it cuts a trace', async () => {
    const text = 'A|w(x)|1\nA|acq(m)|2\nA|rel(m)|3\nB|acq(m)|4\nB|rel(m)|5\nB|w(x)|6\n';
    const analysed = (window?: number) =>
      analyze(memoryInput('far.std', text), { detectors: [cp], ...(window && { detectorOptions: { window } }) });
    for (const window of [undefined, 6, Number.MAX_SAFE_INTEGER]) {
      const { findings, unfinished } = await analysed(window);
      expect(findings).toHaveLength(1);
      expect(unfinished).toEqual([]);
    }
    const { findings, unfinished, traces } = await analysed(5);
    expect(findings).toEqual([]);
    expect(traces[0]!.complete).toBe(false);
    expect(unfinished).toEqual([
      'cp looked at 6 events in 2 windows of 5: races of accesses more than that apart, or that need a critical section which no window has whole, may be missing; without --window it looks at the whole',
    ]);
  });

  it('counts what is held at the end, however long ago it was taken', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        const held = (window: number) => {
          const analysis = cpAnalysis(() => {}, window);
          const lowering = new Lowering(cp.operations, cp.reentrant, (block) => analysis.block(block));
          for (const block of trace.blocks) lowering.lower(block);
          analysis.end();
          return analysis.counters()['heldAtEnd'];
        };
        for (const window of [2, 3, 7]) expect(held(window)).toBe(held(0));
      }),
      runs(60),
    );
  });
});
