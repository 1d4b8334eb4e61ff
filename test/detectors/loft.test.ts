// ff-race and loft-race against their figures typed in, against each other and against FastTrack; and where the figures go wrong.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fasttrack } from '../../src/detectors/fasttrack/index.ts';
import { ffRace, loftRace } from '../../src/detectors/loft/index.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { meetingsArbitrary } from '../arbitrary/meetings.ts';
import { tangleArbitrary } from '../arbitrary/tangle.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { parse } from '../referee/litmus.ts';
import { printed, type Repair, repairs } from '../referee/loft.ts';
import { hbRaces } from '../referee/observed-races.ts';
import { runs } from '../runs.ts';
import { run } from './run.ts';

const sections = { access: 3, section: 30, wait: 2, volatile: 2, overlap: 4 };
const traces = fc.oneof(
  traceArbitrary(),
  traceArbitrary({ features, threads: 5, items: 14 }),
  traceArbitrary({ features, threads: 3, locks: 8, variables: 2, items: 20, nesting: 8, weights: sections }),
  traceArbitrary({ features, threads: 20, locks: 3, variables: 2, items: 40, weights: { fork: 10, join: 8, ...sections } }),
  tangleArbitrary({ threads: 4, locks: 4, variables: 2, events: 60 }),
  meetingsArbitrary({ sections: true }),
);

/** What FastTrack's rules and theirs have in common. */
const rulesOf = ({ counters }: { counters: Record<string, number> }): Record<string, number> =>
  Object.fromEntries(Object.entries(counters).filter(([name]) => /^(?:read|write)/.test(name)));

test('both report what their figures, mended, report: the pairs of FastTrack, by the same rules', () => {
  fc.assert(
    fc.property(traces, (trace) => {
      const [ff, loft, fast] = [run(ffRace, trace), run(loftRace, trace), run(fasttrack, trace)];
      expect(ff.pairs).toEqual(printed(trace, 'ff').pairs);
      expect(loft.pairs).toEqual(printed(trace, 'loft').pairs);
      expect(loft.pairs).toEqual(ff.pairs);
      expect(ff.pairs).toEqual(fast.pairs);
      expect(rulesOf(ff)).toEqual(rulesOf(fast));
      expect(rulesOf(loft)).toEqual(rulesOf(fast));
    }),
    runs(6000),
  );
});

test('both need the vector operations that their figures need', () => {
  fc.assert(
    fc.property(traces, (trace) => {
      const [ff, loft] = [run(ffRace, trace).counters, run(loftRace, trace).counters];
      expect(ff['atLocks']).toBe(printed(trace, 'ff').operations);
      expect(loft['atLocks']).toBe(printed(trace, 'loft').operations);
      expect(loft['atLocks']! + loft['removable']!).toBe(ff['atLocks']);
    }),
    runs(600),
  );
});

describe('as printed', () => {
  const without = (repair: Repair): Repair[] => repairs.filter((other) => other !== repair);
  const cases: [string, Repair, 'ff' | 'loft', string, 'misses' | 'invents'][] = [
    ['clocks that start at 1 everywhere', 'start', 'ff', 'T1|w(x)\nT2|w(x)', 'misses'],
    [
      'lastLock after a join',
      'lastLock',
      'loft',
      'T|acq(m)\nT|rel(m)\nU|w(x)\nT|join(U)\nT|acq(m)\nT|rel(m)\nV|acq(m)\nV|w(x)',
      'invents',
    ],
    ['lastLock at an acquire', 'acquire', 'loft', 'T|acq(m)\nT|rel(m)\nS|acq(m)\nS|w(x)\nS|rel(m)\nT|acq(m)\nT|w(x)', 'invents'],
    [
      'one clock for all rounds of a barrier',
      'round',
      'ff',
      'A|benter(b)\nB|benter(b)\nB|bexit(b)\nB|w(x)\nB|benter(b)\nA|bexit(b)\nA|w(x)',
      'misses',
    ],
    ['no tick at a barrier', 'tick', 'ff', 'A|benter(b)\nB|benter(b)\nA|bexit(b)\nB|bexit(b)\nA|w(x)\nB|w(x)', 'misses'],
  ];

  test.each(cases)('%s goes wrong on this trace', (_, repair, method, text, how) => {
    const trace: Trace = parse(text);
    const [truth, wrong] = [hbRaces(trace), printed(trace, method, without(repair)).pairs];
    expect(printed(trace, method).pairs).toEqual(truth);
    if (how === 'misses') expect(wrong.length).toBeLessThan(truth.length);
    else expect(wrong.length).toBeGreaterThan(truth.length);
    for (const detector of [ffRace, loftRace]) expect(run(detector, trace).pairs).toEqual(truth);
  });
});
