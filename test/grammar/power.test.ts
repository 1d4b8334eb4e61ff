import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HbFold, hbContext } from '../../src/grammar/hb/fold.ts';
import { FIRST_POSITION, type HbSummary, IS_WRITE, POSITION, ROW_SHIFT, THREAD, VARIABLE } from '../../src/grammar/hb/summary.ts';
import { LocksetFold, locksetContext } from '../../src/grammar/lockset/fold.ts';
import type { LocksetSummary } from '../../src/grammar/lockset/held.ts';
import { bounds } from '../../src/trace/symbols.ts';
import { traceArbitrary } from '../arbitrary/trace.ts';
import { runs } from '../runs.ts';
import { encoded } from './chunks.ts';
import { zipTrackSets } from './zip-track-sets.ts';

/** Any part of a trace, also with locks that stay open, and how often it is repeated. */
const chunks = fc
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

test('the power of a summary is what its copies are: happens-before', () => {
  fc.assert(
    fc.property(chunks, ({ alphabet, chunk, times, ids }) => {
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
    }),
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
