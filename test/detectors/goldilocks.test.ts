// Goldilocks, eager and lazy, against the definition of happens-before, on random traces with everything that orders events.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RaceDetector } from '../../src/detectors/detector.ts';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import { CELL_LIMITS, type CellLimits } from '../../src/detectors/goldilocks/cells.ts';
import { goldilocks } from '../../src/detectors/goldilocks/eager.ts';
import { goldilocksLazy, LazyGoldilocks } from '../../src/detectors/goldilocks/lazy.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import { eventAt, type Trace } from '../../src/trace/trace.ts';
import { renumberedArbitrary } from '../arbitrary/renumbered.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { volatilesArbitrary } from '../arbitrary/volatiles.ts';
import { goldilocksPairs } from '../referee/lockset.ts';
import { hbRaces, type Pair } from '../referee/observed-races.ts';
import { runs } from '../runs.ts';
import { run } from './run.ts';

const rich = traceArbitrary({ features, threads: 5, items: 12 });
const dense = traceArbitrary({ features, threads: 6, locks: 2, variables: 2, items: 16 });
const traces = fc.oneof(traceArbitrary(), rich, dense, volatilesArbitrary());

/** The lazy one with other limits: collects cells by length, by walking, at every turn, or never. */
function limited(limits: CellLimits): RaceDetector {
  return { ...goldilocksLazy, analysis: (report) => new LazyGoldilocks(report, limits) };
}

const limits: CellLimits[] = [
  { cells: 1, steps: 1e9, stepsPerCell: 0 },
  { cells: 2, steps: 1e9, stepsPerCell: 0 },
  { cells: 4, steps: 1e9, stepsPerCell: 0 },
  { cells: 9, steps: 1e9, stepsPerCell: 0 },
  { cells: 1e6, steps: 0, stepsPerCell: 0 },
  { cells: 1e6, steps: 6, stepsPerCell: 0 },
  { cells: 5, steps: 3, stepsPerCell: 1 },
];

function variables(trace: Trace, pairs: readonly Pair[]): number[] {
  return [...new Set(pairs.map(([, second]) => eventAt(trace, second).target))].sort((a, b) => a - b);
}

test('the eager one reports exactly the races with the last write and the last read of each thread', () => {
  fc.assert(
    fc.property(traces, (trace) => {
      const { pairs } = run(goldilocks, trace);
      expect(pairs).toEqual(goldilocksPairs(trace));
      expect(variables(trace, pairs)).toEqual(variables(trace, hbRaces(trace)));
    }),
    runs(250),
  );
});

test('the lazy one reports what FastTrack does: true races, one at least for each racy variable', () => {
  fc.assert(
    fc.property(traces, (trace) => {
      const { pairs } = run(goldilocksLazy, trace);
      const all = hbRaces(trace);
      const known = new Set(all.map(String));
      expect(pairs.filter((pair) => !known.has(String(pair)))).toEqual([]);
      expect(variables(trace, pairs)).toEqual(variables(trace, all));
      expect(pairs).toEqual(run(fasttrack, trace).pairs);
    }),
    runs(250),
  );
});

test.each(limits)('collecting cells changes nothing: %o', (some) => {
  fc.assert(
    fc.property(traces, (trace) => {
      expect(run(limited(some), trace).pairs).toEqual(run(goldilocksLazy, trace).pairs);
    }),
    runs(200),
  );
});

test.each([goldilocks, goldilocksLazy])(
  '$id does not depend on how threads, locks and variables are numbered, nor on blocks',
  (detector) => {
    fc.assert(
      fc.property(renumberedArbitrary(traces), ([trace, other]) => {
        expect(run(detector, other).pairs).toEqual(run(detector, trace).pairs);
      }),
      runs(80),
    );
  },
);

test('they agree with FastTrack where locksets are many, and memory is allocated again and again', () => {
  const long = traceArbitrary({ features, threads: 12, locks: 8, variables: 40, items: 150 });
  fc.assert(
    fc.property(long, (trace) => {
      const { pairs } = run(fasttrack, trace);
      expect(variables(trace, run(goldilocks, trace).pairs)).toEqual(variables(trace, pairs));
      for (const some of [CELL_LIMITS, ...limits]) expect(run(limited(some), trace).pairs).toEqual(pairs);
    }),
    runs(25),
  );
});

test('300 threads: collected cells remember threads beyond the flat part of a clock', () => {
  const builder = new TraceBuilder();
  const threads = Array.from({ length: 300 }, (_, t) => `T${t}`);
  for (const t of threads) builder.add(t, Op.write, t).add(t, Op.barrierEnter, 'b');
  for (const t of threads) builder.add(t, Op.barrierExit, 'b');
  for (const t of threads) builder.add(t, Op.acquireShared, 'm').add(t, Op.write, `${t} later`).add(t, Op.releaseShared, 'm');
  builder.add('T280', Op.acquire, 'm').add('T299', Op.write, 'T299 later');
  for (const t of threads) builder.add('T280', Op.write, t).add('T280', Op.write, `${t} later`);
  const trace = builder.trace();
  const { pairs } = run(fasttrack, trace);
  expect(pairs).toHaveLength(1);
  for (const some of [CELL_LIMITS, ...limits]) expect(run(limited(some), trace).pairs).toEqual(pairs);
});

/** Threads in turn take a lock of their own and write one of many variables: nothing is ordered, every access asks for a lockset. */
function restless(turns: number, threads: number, variables: number): Trace {
  const builder = new TraceBuilder().add('T0', Op.write, 'cold').add('T0', Op.acquire, 'L0').add('T0', Op.release, 'L0');
  for (let i = 0; i < turns; i++) {
    const t = `T${i % threads}`;
    const lock = `L${i % (threads + 1)}`;
    builder
      .add(t, Op.acquire, lock)
      .add(t, Op.release, lock)
      .add(t, Op.write, `x${i % variables}`);
  }
  return builder.trace();
}

test('the cell list stays short though a variable is never touched again, and walks stay short in sum', () => {
  const { counters } = run(goldilocksLazy, restless(60_000, 7, 999));
  const { cells = 0, cellsCollected = 0, cellsDropped = 0, cellsWalked = 0 } = counters;
  expect(cells).toBeGreaterThan(60_000);
  expect(cells - cellsCollected - cellsDropped).toBeLessThan(65_536);
  expect(cellsWalked).toBeLessThan(20 * cells);
});
