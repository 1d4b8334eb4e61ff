// Predictors on windows of a trace, against all correct reorderings: no race of a window is false, each has a witness of the whole trace, and
// what the events of a window show is found.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { RaceDetector } from '../../src/detectors/detector.ts';
import { predict } from '../../src/detectors/predict/index.ts';
import { syncPreserving } from '../../src/detectors/sync-preserving/index.ts';
import { windowSize } from '../../src/detectors/windowed/window-size.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import { generatedTrace } from '../../src/trace/random/generator.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { ScheduleChecker } from '../../src/witness/check.ts';
import { recut } from '../arbitrary/renumbered.ts';
import { basicFeatures, features, listing, type Shape, traceArbitrary } from '../arbitrary/trace.ts';
import { type Pair, predictions, type Window } from '../referee/correct-reorderings.ts';
import { parse } from '../referee/litmus.ts';
import { syncPreservingPairs } from '../referee/sync-preserving.ts';
import { runs } from '../runs.ts';
import { flagged } from './run.ts';

interface Found {
  readonly pairs: readonly Pair[];
  readonly counters: Readonly<Record<string, number>>;
  readonly unfinished: string | undefined;
}

/** What the detector finds in windows; each witness is one of the whole trace, and each race of a short one has one. */
function found(detector: RaceDetector, trace: Trace, reach: number, memory = 2 ** 30): Found {
  const checker = new ScheduleChecker(columnsOf(trace), trace.symbols);
  const pairs: Pair[] = [];
  const analysis = detector.analysis(
    (first, second, witness) => {
      pairs.push([first, second]);
      if (witness === undefined && trace.length > 1000) return;
      const positions = witness!.positions();
      expect([...positions.slice(-2)]).toEqual([first, second]);
      expect(positions.length).toBe(witness!.length);
      expect(checker.check(positions), `${first} ${second}`).toEqual({ ok: true });
    },
    { reach, memory },
  );
  for (const block of trace.blocks) analysis.block(block);
  analysis.end();
  const counters = analysis.counters();
  return { pairs, counters, unfinished: detector.unfinished!(counters) };
}

/** The window in which an access is asked about, by the words of the documentation: for each reach, from where to where. */
function windowsOf(trace: Trace, reach: number): { asked: Window; window: Window }[] {
  const { ahead, size } = windowSize(reach);
  const windows: { asked: Window; window: Window }[] = [];
  for (let asked = 0; asked < trace.length; ) {
    const from = Math.max(0, asked - reach);
    const to = Math.min(trace.length, from + size);
    const end = to === trace.length ? to : to - ahead;
    windows.push({ asked: { from: asked, to: end }, window: { from, to } });
    asked = end;
  }
  return windows;
}

const predictors = [predict, syncPreserving];
const reaches = fc.integer({ min: 1, max: 12 });

describe.each(predictors.map((detector) => [detector.id, detector] as const))('%s in windows', (_, detector) => {
  it('has witnesses of the whole trace, whatever the operations', () => {
    const shape = { features, threads: 4, items: 20 };
    fc.assert(
      fc.property(traceArbitrary(shape), reaches, (trace, reach) => {
        const { pairs } = found(detector, trace, reach);
        for (const [first, second] of pairs) expect(first).toBeLessThan(second);
        expect(new Set(pairs.map(([, second]) => second)).size).toBe(pairs.length);
      }),
      runs(600),
    );
  });

  it('does not depend on blocks', () => {
    fc.assert(
      fc.property(traceArbitrary({ features }), reaches, fc.integer({ min: 1, max: 20 }), (trace, reach, size) => {
        const [whole, cut] = [found(detector, trace, reach), found(detector, recut(trace, size), reach)];
        expect(cut.pairs).toEqual(whole.pairs);
      }),
      runs(100),
    );
  });

  it('says the same as without, where the window is the trace', () => {
    fc.assert(
      fc.property(traceArbitrary({ features }), (trace) => {
        const reach = Math.ceil(trace.length / 3);
        expect(windowSize(reach).size).toBeGreaterThanOrEqual(trace.length);
        expect(found(detector, trace, reach)).toEqual(found(detector, trace, 0));
      }),
      runs(200),
    );
  });
});

const shapes: readonly Partial<Shape>[] = [
  { threads: 3, locks: 2, variables: 3 },
  { threads: 3, locks: 3, variables: 3, nesting: 3 },
  {
    threads: 4,
    locks: 2,
    variables: 3,
    features: [...basicFeatures, 'volatile', 'shared', 'barrier', 'region', 'overlap', 'cut'],
  },
];

/** The accesses that race with an earlier one in some reordering of the window in which they are asked about. */
function inWindows(trace: Trace, reach: number): number[] | undefined {
  const all: Pair[] = [];
  for (const { asked, window } of windowsOf(trace, reach)) {
    const possible = predictions(trace, 300_000, window);
    if (possible === undefined) return undefined;
    all.push(...possible.pairs.filter(([first, second]) => first >= window.from && second >= asked.from && second < asked.to));
  }
  return flagged(all);
}

test.each(shapes)('every race that a window shows is found: %o', (shape) => {
  let [accesses, predicted] = [0, 0];
  const arbitrary = fc.tuple(traceArbitrary({ items: 12, features: basicFeatures, ...shape }), reaches);
  for (const [trace, reach] of fc.sample(arbitrary, { numRuns: 150, seed: 20_261_117 })) {
    const all = inWindows(trace, reach);
    if (all === undefined) continue;
    const seconds = flagged(found(predict, trace, reach).pairs);
    for (const second of seconds) expect(all, `access ${second}, reach ${reach}${listing(trace)}`).toContain(second);
    accesses += all.length;
    predicted += seconds.length;
  }
  expect(accesses).toBeGreaterThan(100);
  expect(predicted / accesses).toBeGreaterThan(0.97);
});

test('sync-preserving races of a window are those of the definition, and all of them in the first', () => {
  fc.assert(
    fc.property(traceArbitrary({ items: 14 }), reaches, (trace, reach) => {
      const whole = flagged(syncPreservingPairs(trace));
      const seconds = flagged(found(syncPreserving, trace, reach).pairs);
      expect(seconds.filter((second) => !whole.includes(second))).toEqual([]);
      const to = windowsOf(trace, reach)[0]?.asked.to ?? 0;
      expect(seconds.filter((second) => second < to)).toEqual(whole.filter((second) => second < to));
    }),
    runs(200),
  );
});

/** So many events of a thread that nobody has to do with. */
const others = (count: number): string => Array.from({ length: count }, () => 'Z|r(z)\n').join('');

describe('what was before a window', () => {
  // The first write is beyond the reach of all others, and makes x suspect.
  const races = (text: string, reach: number) => found(predict, parse(`Q|w(x)\n${text}`), reach).pairs;

  it('is a lock that somebody holds', () => {
    expect(races(`A|acq(m)\n${others(8)}A|w(x)\nA|rel(m)\nB|acq(m)\nB|w(x)\nB|rel(m)\n`, 2)).toEqual([]);
  });

  it('is a lock that somebody holds twice', () => {
    expect(races(`A|acq(m)\nA|acq(m)\n${others(8)}A|rel(m)\nA|w(x)\nA|rel(m)\nB|acq(m)\nB|w(x)\nB|rel(m)\n`, 2)).toEqual([]);
  });

  it('is a share of a lock', () => {
    expect(races(`A|racq(m)\n${others(8)}A|w(x)\nA|rrel(m)\nB|acq(m)\nB|w(x)\nB|rel(m)\n`, 2)).toEqual([]);
  });

  it('is a thread that waits for a notify', () => {
    const text = `A|acq(m)\nA|wait(m)\n${others(8)}B|w(x)\nB|acq(m)\nB|notify(m)\nB|rel(m)\nA|acq(m)\nA|w(x)\nA|rel(m)\n`;
    expect(races(text, 3)).toEqual([]);
  });

  it('is a thread that waits in a barrier', () => {
    const text = `A|benter(b)\n${others(8)}B|w(x)\nB|benter(b)\nB|bexit(b)\nA|bexit(b)\nA|w(x)\n`;
    expect(races(text, 3)).toEqual([]);
  });

  it('is a round of a barrier that somebody is late to leave', () => {
    const before = 'A|benter(b)\nB|benter(b)\nB|bexit(b)\nB|benter(b)\n';
    const text = `${before}${others(8)}A|bexit(b)\nC|w(x)\nC|benter(b)\nC|bexit(b)\nB|bexit(b)\nB|w(x)\n`;
    expect(races(text, 4)).toEqual([]);
  });
});

test('what windows may have missed is said, with what sees more', () => {
  const trace = parse(`A|w(x)\n${others(20)}B|w(x)\n`);
  const near = found(predict, trace, 3);
  expect(near.pairs).toEqual([]);
  expect(near.counters).toMatchObject({ events: 22, eventsAnalysed: 22, reach: 3, memoryReached: 0 });
  expect(near.unfinished).toMatch(/22 events in \d windows: .* more than 3 events apart, .* larger --reach sees/);
  expect(found(predict, trace, 8).unfinished).toBeUndefined();
});

test('a trace that does not fit into the memory is looked at in windows, and races throughout are found', () => {
  const trace = generatedTrace({ events: 8000, threads: 4, variables: 50, races: 0.01, seed: 3 });
  const whole = found(syncPreserving, trace, 0);
  const parts = found(syncPreserving, trace, 0, 400_000);
  expect(parts.counters['memory']).toBeLessThanOrEqual(400_000);
  expect(parts.counters['windows']).toBeGreaterThan(4);
  expect(parts.unfinished).toContain('--memory');
  expect(parts.pairs.length).toBeGreaterThan(0.9 * whole.pairs.length);
  const seconds = new Set(flagged(whole.pairs));
  expect(flagged(parts.pairs).filter((second) => !seconds.has(second))).toEqual([]);
});

test('where nothing is suspect, windows miss nothing', () => {
  const trace = generatedTrace({ events: 5000, threads: 4, seed: 3 });
  expect(found(predict, trace, 10)).toMatchObject({ pairs: [], unfinished: undefined });
});
