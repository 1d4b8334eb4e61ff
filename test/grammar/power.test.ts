import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HbFold, hbContext } from '../../src/grammar/hb/fold.ts';
import { FIRST_POSITION, type HbSummary, IS_WRITE, POSITION, ROW_SHIFT, THREAD, VARIABLE } from '../../src/grammar/hb/summary.ts';
import { LocksetFold, locksetContext } from '../../src/grammar/lockset/fold.ts';
import type { LocksetSummary } from '../../src/grammar/lockset/held.ts';
import { type Bounds, bounds } from '../../src/trace/symbols.ts';
import { traceArbitrary } from '../arbitrary/trace.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';
import { encoded } from './chunks.ts';
import { zipTrackSets } from './zip-track-sets.ts';

interface Chunk extends Pick<ReturnType<typeof encoded>, 'alphabet'> {
  readonly chunk: Uint32Array;
  readonly times: number;
  readonly ids: Bounds;
}

/** Any part of a trace, also with locks that stay open, and how often it is repeated. */
const chunks: fc.Arbitrary<Chunk> = fc
  .tuple(traceArbitrary({ items: 5 }), fc.nat(), fc.nat(), fc.integer({ min: 2, max: 14 }))
  .map(([trace, a, b, times]) => {
    const { alphabet, string } = encoded(trace);
    const from = a % string.length;
    const chunk = Uint32Array.from(string.slice(from, from + 1 + (b % (string.length - from))));
    return { alphabet, chunk, times, ids: bounds(trace.symbols) };
  });

function hbView(summary: HbSummary) {
  const { count, rows } = summary.accesses;
  const accesses = Array.from({ length: count }, (_, i) => {
    const row = i << ROW_SHIFT;
    return [VARIABLE, IS_WRITE, THREAD, POSITION, FIRST_POSITION].map((word) => rows[row + word]!).join(' ');
  });
  const sets = Object.entries(zipTrackSets(summary)).map(([name, map]) => [name, [...map].map(String).sort()]);
  return { length: summary.length, ticks: [...summary.ticks], accesses: accesses.sort(), sets };
}

/** Each thread learns from the next one's section of the copy before: what the last one does takes a copy for every thread to get to the first. */
function relay(threads: number, times: number): Chunk {
  const text: string[] = [];
  for (let t = 0; t < threads; t++) {
    if (t > 0) text.push(`T${t}|acq(m${t})`, `T${t}|rel(m${t})`);
    text.push(`T${t}|acq(m${t + 1})`, `T${t}|rel(m${t + 1})`, `T${t}|w(x${t})`);
  }
  const trace = parse(text.join('\n'));
  const { alphabet, string } = encoded(trace);
  return { alphabet, chunk: Uint32Array.from(string), times, ids: bounds(trace.symbols) };
}

const relays = fc
  .tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 2, max: 14 }))
  .map(([threads, times]) => relay(threads, times));

test('the power of a summary is what its copies are: happens-before', () => {
  fc.assert(
    fc.property(
      fc.oneof({ weight: 5, arbitrary: chunks }, { weight: 1, arbitrary: relays }),
      ({ alphabet, chunk, times, ids }) => {
        const summed = (work: (fold: HbFold, one: HbSummary) => HbSummary) => {
          const context = hbContext(alphabet, ids, () => {});
          const fold = new HbFold(context);
          fold.begin(0);
          fold.run(chunk, chunk.length, 0);
          const summary = work(fold, fold.finish(chunk.length));
          return { ...hbView(summary), racy: [...context.racy] };
        };
        const powered = summed((fold, one) => fold.power(one, times, 0));
        const copied = summed((fold, one) => {
          fold.begin(0);
          for (let k = 0; k < times; k++) fold.apply(one, k * chunk.length);
          return fold.finish(times * chunk.length);
        });
        expect(powered).toEqual(copied);
      },
    ),
    runs(300),
  );
});

function locksetView(summary: LocksetSummary) {
  const { openThreads, openLocks, openAcquires, openReleases, variables, threads, sets, positions, writes } = summary;
  const opens = [...openThreads.keys()].map((i) => [openThreads[i], openLocks[i], openAcquires[i], openReleases[i]].join(' '));
  const rows = [...variables.keys()].map((i) => [variables[i], threads[i], sets[i], positions[i], writes[i]].join(' '));
  return { length: summary.length, opens: opens.sort(), rows: rows.sort() };
}

test('the power of a summary is what its copies are: locksets', () => {
  fc.assert(
    fc.property(chunks, ({ alphabet, chunk, times, ids }) => {
      const context = locksetContext(alphabet, ids, () => {});
      const fold = new LocksetFold(context);
      fold.begin(0);
      fold.run(chunk, chunk.length, 0);
      const one = fold.finish(chunk.length);
      fold.begin(0);
      for (let k = 0; k < times; k++) fold.apply(one, k * chunk.length);
      // A variable that is found in the copies is left out there; in one copy it was not violating.
      const found = context.violating.slice();
      const copied = locksetView(fold.finish(times * chunk.length));
      expect([...found]).toEqual([...context.violating]);
      expect(locksetView(fold.power(one, times))).toEqual(copied);
    }),
    runs(300),
  );
});
