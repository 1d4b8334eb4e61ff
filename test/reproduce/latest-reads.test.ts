// The reads that Raptor compares with the write before them, and that no order is lost with the others.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { latestReads } from '../../bench/reproduce/latest-reads.ts';
import { cpAnalysis } from '../../src/detectors/cp/index.ts';
import type { EventBlock } from '../../src/trace/block.ts';
import { eventAt, type Trace } from '../../src/trace/trace.ts';
import { traceArbitrary } from '../arbitrary/trace.ts';
import { cpPairs } from '../referee/cp.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';

function races(blocks: readonly EventBlock[]): [number, number][] {
  const pairs: [number, number][] = [];
  const analysis = cpAnalysis((first, second) => pairs.push([first, second]));
  for (const block of blocks) analysis.block(block);
  analysis.end();
  return pairs;
}

const lost =
  'T1|w(x)\nT1|acq(m)\nT1|rel(m)\nT2|acq(m)\nT2|rel(m)\nT2|r(x)\nT1|acq(m)\nT1|w(z)\nT1|rel(m)\nT2|acq(m)\nT2|r(z)\nT2|rel(m)\nT2|r(x)';

it('leaves out a read that another of its thread follows before the next write', () => {
  const { blocks } = parse(lost);
  expect(races(blocks)).toEqual([[0, 5]]);
  expect(races(latestReads(blocks))).toEqual([]);
  expect(latestReads(blocks)[0]!.length).toBe(12);
});

it('adds no race: what remains is ordered as before', () => {
  const unordered = (trace: Trace) => new Set(cpPairs(trace).map(String));
  fc.assert(
    fc.property(traceArbitrary({ features: ['nested', 'fork', 'hand-over'] }), (trace) => {
      const known = unordered(trace);
      for (const [first, second] of races(latestReads(trace.blocks))) {
        expect(known).toContain(String([first, second]));
        expect(eventAt(trace, second).position).toBe(second);
      }
    }),
    runs(150),
  );
});
