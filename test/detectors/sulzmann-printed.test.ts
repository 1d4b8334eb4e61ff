// Sulzmann's online algorithms against their pseudo-code, typed in from the document; and what is wrong with it, on the smallest traces.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RaceDetector } from '../../src/detectors/detector.ts';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import { fasttrackStyle } from '../../src/detectors/fasttrack-style.ts';
import { hbAdaptive } from '../../src/detectors/hb-adaptive.ts';
import { hbFrontier } from '../../src/detectors/hb-frontier.ts';
import { hbLocations } from '../../src/detectors/hb-locations.ts';
import { lockset } from '../../src/detectors/lockset.ts';
import { locksetPairs } from '../../src/detectors/lockset-pairs/index.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { printedArbitrary } from '../arbitrary/printed.ts';
import { parse } from '../referee/litmus.ts';
import { hbRaces } from '../referee/observed-races.ts';
import { adaptiveEpoch, fastTrackStyle, NOBODY, wrRaces } from '../referee/sulzmann.ts';
import { runs } from '../runs.ts';
import { flagged, run } from './run.ts';

const printed = printedArbitrary();
const trace = (...lines: string[]): Trace => parse(lines.map((line) => line.replace(' ', '|')).join('\n'));

function holds(count: number, property: (trace: Trace) => void): void {
  fc.assert(
    fc.property(printed, (trace) => void property(trace)),
    runs(count),
  );
}

/** `hb-frontier --as-printed`. */
const asPrinted: RaceDetector = { ...hbFrontier, analysis: (report) => hbFrontier.analysis(report, { asPrinted: 1 }) };

describe('each is its pseudo-code', () => {
  test('hb-frontier --as-printed is VC_W_R_Races', () => {
    holds(3000, (trace) => expect(run(asPrinted, trace).pairs).toEqual(wrRaces(trace).pairs));
  });

  test('hb-frontier is VC_W_R_Races whose reads remove no writes', () => {
    holds(3000, (trace) => expect(run(hbFrontier, trace).pairs).toEqual(wrRaces(trace, true).pairs));
  });

  test('fasttrack-style is FastTrack style with its comparisons turned round', () => {
    holds(3000, (trace) => expect(run(fasttrackStyle, trace).pairs).toEqual(fastTrackStyle(trace)));
  });

  test('hb-adaptive flags what Adaptive_Epoch does with its comparisons turned round and Wh for Rh', () => {
    holds(3000, (trace) => expect(flagged(run(hbAdaptive, trace).pairs)).toEqual(flagged(adaptiveEpoch(trace))));
  });
});

describe('VC_W_R_Races as printed', () => {
  const hidden = trace('T1 w(x)', 'T1 r(x)', 'T2 r(x)');

  test('a read hides the write before it from another thread', () => {
    expect(hbRaces(hidden)).toEqual([[0, 2]]);
    expect(wrRaces(hidden).pairs).toEqual([]);
    expect(run(asPrinted, hidden).pairs).toEqual([]);
    expect(run(hbFrontier, hidden).pairs).toEqual([[0, 2]]);
  });

  test('VC_RaceLoc has it, against the lemma that the two flag the same', () => {
    expect(flagged(run(hbLocations, hidden).pairs)).toEqual([2]);
  });

  test('where a write was removed, the result is partial', () => {
    expect(hbFrontier.unfinished?.(run(asPrinted, hidden).counters)).toContain('let reads remove 1 write,');
    expect(hbFrontier.unfinished?.(run(asPrinted, trace('T1 w(x)', 'T2 r(x)')).counters)).toBeUndefined();
    expect(run(hbFrontier, hidden).counters).not.toHaveProperty('writesRemoved');
  });

  test('what it misses it never makes up for: its pairs are those of the other, or fewer', () => {
    holds(1000, (trace) => {
      const all = new Set(run(hbFrontier, trace).pairs.map(String));
      const { pairs, counters } = run(asPrinted, trace);
      expect(pairs.filter((pair) => !all.has(String(pair)))).toEqual([]);
      if (pairs.length < all.size) expect(hbFrontier.unfinished?.(counters)).toBeDefined();
    });
  });
});

describe('the comparisons of Adaptive_Epoch and FastTrack style as printed', () => {
  const reversed = { reversed: true };

  test('miss two writes that nothing orders', () => {
    const two = trace('T1 w(x)', 'T2 w(x)');
    expect(adaptiveEpoch(two, reversed)).toEqual([]);
    expect(fastTrackStyle(two, reversed).filter(([first]) => first !== NOBODY)).toEqual([]);
    for (const detector of [hbAdaptive, fasttrackStyle]) expect(run(detector, two).pairs).toEqual([[0, 1]]);
  });

  test('report two writes of one thread', () => {
    const own = trace('T1 w(x)', 'T1 w(x)');
    expect(adaptiveEpoch(own, reversed)).toEqual([[0, 1]]);
    expect(fastTrackStyle(own, reversed)).toContainEqual([0, 1]);
    for (const detector of [hbAdaptive, fasttrackStyle]) expect(run(detector, own).pairs).toEqual([]);
  });

  test('FastTrack style reports two writes of one thread, and not the one of another', () => {
    const three = trace('T1 w(x)', 'T1 w(x)', 'T2 w(x)');
    expect(fastTrackStyle(three, reversed).filter(([first]) => first !== NOBODY)).toEqual([[0, 1]]);
  });

  test('let the first access of the first thread race with nobody', () => {
    expect(fastTrackStyle(trace('T1 w(x)'), reversed)).toContainEqual([NOBODY, 0]);
  });
});

test('Adaptive_Epoch, its write case as printed: the second write goes to the reads, and a read races with it unseen', () => {
  const lost = trace('T1 w(x)', 'T1 fork(T2)', 'T1 w(x)', 'T2 r(x)');
  expect(adaptiveEpoch(lost, { slip: true })).toEqual([]);
  expect(adaptiveEpoch(lost)).toEqual([[2, 3]]);
  expect(run(hbAdaptive, lost).pairs).toEqual([[2, 3]]);
});

describe('FastTrack style and FastTrack', () => {
  test('two writes of one thread: the very last is kept, FastTrack keeps the first of the epoch', () => {
    const two = trace('T1 w(x)', 'T1 w(x)', 'T2 w(x)');
    expect(run(fasttrackStyle, two).pairs).toEqual([[1, 2]]);
    expect(run(fasttrack, two).pairs).toEqual([[0, 2]]);
  });

  test('neither reports the third write', () => {
    const third = trace('T1 w(x)', 'T2 w(x)', 'T2 w(x)');
    for (const detector of [fasttrack, fasttrackStyle]) expect(run(detector, third).pairs).toEqual([[0, 1]]);
  });

  test('shared reads are kept for good there, and forgotten at the next write by FastTrack', () => {
    const shared = trace('T1 r(x)', 'T2 r(x)', 'T1 w(x)', 'T1 fork(T3)', 'T3 w(x)');
    expect(run(fasttrackStyle, shared).pairs).toEqual([
      [1, 2],
      [1, 4],
    ]);
    expect(run(fasttrack, shared).pairs).toEqual([[1, 2]]);
  });
});

describe('the Go programs', () => {
  test('a release hands over an array that goes on ticking, and hides all writes after it', () => {
    const after = trace('T1 acq(y)', 'T1 rel(y)', 'T1 w(x)', 'T1 w(x)', 'T2 acq(y)', 'T2 w(x)');
    expect(wrRaces(after, true, true).pairs).toEqual([]);
    expect(run(hbFrontier, after).pairs).toEqual([[3, 5]]);
  });

  test('a lock that was given back counts as held: `remove` leaves its key in the set, and `intersection` goes by keys', () => {
    // acq(y) rel(y) of the thread that writes; the other one holds y.
    const own = new Map([['y', false]]);
    const other = new Map([['y', true]]);
    const disjoint = (a: ReadonlyMap<string, boolean>, b: ReadonlyMap<string, boolean>) =>
      [...a.keys()].filter((x) => b.get(x) ?? false).length === 0;
    expect([disjoint(own, other), disjoint(other, own)]).toEqual([false, true]);
    const given = trace('T1 acq(y)', 'T1 w(x)', 'T1 rel(y)', 'T2 acq(y)', 'T2 rel(y)', 'T2 w(x)');
    expect(run(lockset, given).pairs).toEqual([[1, 5]]);
  });

  test('by the letter a lock that is held at the end protects nothing; here it does', () => {
    const open = trace('T1 acq(y)', 'T1 w(x)', 'T1 rel(y)', 'T2 acq(y)', 'T2 w(x)');
    for (const detector of [lockset, locksetPairs]) expect(run(detector, open).pairs).toEqual([]);
  });
});
