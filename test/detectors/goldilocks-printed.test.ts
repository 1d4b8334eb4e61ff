// Goldilocks against its pseudo-code, typed in from the document, and the switch of its Table 2.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RaceDetector } from '../../src/detectors/detector.ts';
import { goldilocks } from '../../src/detectors/goldilocks/eager.ts';
import { goldilocksLazy } from '../../src/detectors/goldilocks/lazy.ts';
import { eventAt, type Trace } from '../../src/trace/trace.ts';
import { printedArbitrary, withoutReads } from '../arbitrary/printed.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { figure1, figure3, oncePerVariable } from '../referee/goldilocks.ts';
import { parse } from '../referee/litmus.ts';
import { hbRaces, type Pair } from '../referee/observed-races.ts';
import { runs } from '../runs.ts';
import { flagged, run } from './run.ts';

const both = [goldilocks, goldilocksLazy];
/** In Java’s memory model, which is the document’s and that of traces that say none. */
const printed = printedArbitrary('alloc', 'volatile');

/** As `--once-per-variable` has it. */
const once = (detector: RaceDetector): RaceDetector => ({
  ...detector,
  analysis: (report) => detector.analysis(report, { oncePerVariable: 1 }),
});

function holds(arbitrary: fc.Arbitrary<Trace>, count: number, property: (trace: Trace) => void): void {
  fc.assert(
    fc.property(arbitrary, (trace) => void property(trace)),
    runs(count),
  );
}

describe('where nobody only reads', () => {
  test('the eager one reports what Fig. 1 does', () => {
    holds(printed.map(withoutReads), 3000, (trace) => expect(run(goldilocks, trace).pairs).toEqual(figure1(trace).pairs));
  });

  test('the lazy one reports the same accesses, each with one of the same segment of the other thread', () => {
    holds(printed.map(withoutReads), 3000, (trace) => {
      const { pairs } = run(goldilocksLazy, trace);
      const expected = figure1(trace).pairs;
      expect(flagged(pairs)).toEqual(flagged(expected));
      const whose = (own: readonly Pair[]) => own.map(([first]) => eventAt(trace, first).thread);
      expect(whose(pairs)).toEqual(whose(expected));
    });
  });

  test('Fig. 3 with its two corrections does, too', () => {
    holds(printed.map(withoutReads), 3000, (trace) => expect(figure3(trace, true)).toEqual(figure1(trace).pairs));
  });
});

describe('as printed', () => {
  const afterSection = parse('T1|acq(L)\nT1|w(x)\nT1|rel(L)\nT1|w(x)\nT2|acq(L)\nT2|w(x)');
  const again = parse('T1|w(x)\nT2|alloc(x)\nT2|w(x)');
  const twoReads = parse('T1|r(x)\nT2|r(x)');

  test('Fig. 3 misses the write after the section: its alock is not chosen again', () => {
    expect(figure3(afterSection, false)).toEqual([]);
    for (const detector of both) expect(run(detector, afterSection).pairs).toEqual([[3, 5]]);
  });

  test('Fig. 3 takes fresh memory for the old', () => {
    expect(figure3(again, false)).toEqual([[0, 2]]);
    for (const detector of both) expect(run(detector, again).pairs).toEqual([]);
  });

  test('Fig. 1 takes two reads for a race', () => {
    expect(figure1(twoReads).pairs).toEqual([[0, 1]]);
    for (const detector of both) expect(run(detector, twoReads).pairs).toEqual([]);
  });

  test('a thread that does nothing orders by Fig. 1, not by the letter of Definition 1', () => {
    const idle = parse('T1|w(x)\nT1|fork(T3)\nT2|join(T3)\nT2|w(x)');
    expect(figure1(idle).pairs).toEqual([]);
    for (const detector of both) expect(run(detector, idle).pairs).toEqual([]);
  });
});

describe('--once-per-variable', () => {
  test.each(both)('$id: the same races up to the first of a variable, and the rest is skipped and counted', (detector) => {
    const rich = traceArbitrary({ features, threads: 5, items: 14, variables: 2 });
    holds(fc.oneof(printed, rich), 1500, (trace) => {
      const { pairs, counters } = run(once(detector), trace);
      const expected = oncePerVariable(trace, run(detector, trace).pairs);
      expect(pairs).toEqual(expected.pairs);
      expect(counters['accessesSkipped']).toBe(expected.skipped);
    });
  });

  test.each(both)('$id: every racy variable still has its race', (detector) => {
    holds(printedArbitrary(), 500, (trace) =>
      expect(run(once(detector), trace).pairs.length > 0).toBe(hbRaces(trace).length > 0),
    );
  });

  test.each(both)('$id says that the result is partial exactly if something was skipped', (detector) => {
    const { counters } = run(once(detector), parse('T1|w(x)\nT2|w(x)\nT1|w(x)\nT1|w(y)'));
    expect(counters).toMatchObject({ accessesSkipped: 1, variablesSwitchedOff: 1 });
    expect(detector.unfinished?.(counters)).toContain(`${detector.id} skipped 1 access to`);
    expect(detector.unfinished?.(run(once(detector), parse('T1|w(x)\nT2|w(x)')).counters)).toBeUndefined();
    expect(run(detector, parse('T1|w(x)')).counters).not.toHaveProperty('accessesSkipped');
  });
});
