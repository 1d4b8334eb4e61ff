// Raptor's sets against the definition of CP, against the paper's pseudo-code in its slow form, and against `cp`.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cp } from '../../src/detectors/cp/index.ts';
import { Detection } from '../../src/detectors/detection.ts';
import type { RaceDetector } from '../../src/detectors/detector.ts';
import { raptor } from '../../src/detectors/raptor/index.ts';
import { generatedTrace } from '../../src/trace/random/generator.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { tangleArbitrary } from '../arbitrary/tangle.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { cpPairs, cpRaces } from '../referee/cp.ts';
import { litmusTraces, parse } from '../referee/litmus.ts';
import { corrected, raptorRaces } from '../referee/raptor.ts';
import { all, runs } from '../runs.ts';
import { chain, chains, handOvers, late, nested, tangles } from './cp-traces.ts';

interface Found {
  readonly races: readonly (readonly [first: number, second: number, observed: boolean | undefined])[];
  readonly counters: Readonly<Record<string, number>>;
  readonly unfinished: string | undefined;
}

function found(trace: Pick<Trace, 'blocks'>, detector: RaceDetector = raptor, options?: Record<string, number>): Found {
  const detection = new Detection([detector], options);
  for (const block of trace.blocks) detection.block(block);
  const { races, counters, unfinished } = detection.end()[0]!;
  const race = (_: unknown, r: number) => [races.first(r), races.second(r), races.observed(r)] as const;
  return { races: Array.from({ length: races.length }, race), counters, unfinished };
}

const pairs = ({ races }: Found) => races.map(([first, second]) => [first, second]);

function agrees(trace: Trace): void {
  const sets = found(trace);
  expect(pairs(sets)).toEqual(cpRaces(trace));
  expect(sets.races).toEqual(found(trace, cp).races);
}

/** The same, and the pseudo-code reports the very races. */
function agreesWithPrinted(trace: Trace): void {
  agrees(trace);
  expect(pairs(found(trace))).toEqual(raptorRaces(trace, corrected));
}

const crowd = { features: [...nested, 'reentrant'] as const, threads: 20, locks: 6, variables: 3, items: 40, nesting: 8 };

describe('raptor', () => {
  it.each(litmusTraces())('finds what cp finds in $name', ({ trace }) => {
    expect(found(trace).races).toEqual(found(trace, cp).races);
  });

  it('finds what the definition and the pseudo-code do', () => {
    fc.assert(fc.property(traceArbitrary({ features: nested }), agreesWithPrinted), runs(300));
  });

  it('does so with many locks, long chains of them, and sections that overlap', () => {
    fc.assert(fc.property(traceArbitrary({ ...chains, features: [...nested, 'overlap'] }), agreesWithPrinted), runs(200));
  });

  it.each(tangles)('does so where sections are in sections of $threads threads', (tangle) => {
    fc.assert(fc.property(tangleArbitrary(tangle), agreesWithPrinted), runs(100));
  });

  it('does so with twenty threads, sections in sections to a depth of eight, and re-entrant locks', () => {
    fc.assert(fc.property(traceArbitrary(crowd), agrees), runs(100));
  });

  it('does so with all that orders events, in each memory model', () => {
    fc.assert(fc.property(traceArbitrary({ ...chains, features }), agrees), runs(200));
    fc.assert(fc.property(traceArbitrary({ ...handOvers, features }), agrees), runs(200));
  });

  it.each([
    { threads: 20, locks: 12, nesting: 8, sync: 0.5 },
    { threads: 5, locks: 40, nesting: 8, sync: 0.6 },
    { threads: 8, locks: 6, nesting: 6, sync: 0.7, readers: 0.3, waits: 0.1, barriers: 0.01, volatile: 0.05 },
  ])('finds what cp finds where sets become obsolete: $threads threads, $locks locks', (options) => {
    for (let seed = 1; seed <= (all ? 10 : 2); seed++) {
      const trace = generatedTrace({ events: 5000, variables: 60, races: 0.02, shared: 0.3, seed, ...options });
      expect(found(trace).races).toEqual(found(trace, cp).races);
    }
  });

  it.each([1, 2, 3, 4, 6])('waits for what decides, over %i sections', (depth) => {
    for (const conflict of [true, false])
      for (const mostFirst of [true, false]) agreesWithPrinted(chain(depth, conflict, mostFirst));
  });

  it.each(Object.entries(late))('knows %s', (_, text) => agreesWithPrinted(parse(text.replaceAll(';', '\n'))));

  it('keeps what an old access needs, however often its thread takes the lock afterwards', () => {
    const turns = 'T0|acq(m)\nT0|rel(m)\n'.repeat(100);
    const trace = (inside: string) =>
      parse(`T0|w(x)\nT0|acq(m)\nT0|w(y)\nT0|rel(m)\n${turns}T1|acq(m)\nT1|${inside}\nT1|rel(m)\nT1|r(x)`);
    expect(pairs(found(trace('r(y)')))).toEqual([]);
    expect(pairs(found(trace('r(z)')))).toEqual([[0, 207]]);
  });

  it('keeps the acquire that rule (b) needs, however often the lock is taken afterwards', () => {
    const turns = 'T0|acq(m)\nT0|rel(m)\n'.repeat(20);
    const trace = (z: string) =>
      parse(
        `T0|w(x)\nT0|acq(m)\nT0|rel(m)\nT0|acq(q)\nT0|w(z)\nT0|rel(q)\n${turns}T1|acq(m)\nT1|w(x)\nT1|acq(q)\nT1|r(${z})\nT1|rel(q)\nT1|rel(m)`,
      );
    expect(pairs(found(trace('z')))).toEqual([]);
    expect(pairs(found(trace('y')))).toEqual([[0, 47]]);
  });

  it('finds what cp finds in long tangles of sections', () => {
    const long = tangleArbitrary({ threads: 4, locks: 3, variables: 3, events: 800 });
    fc.assert(
      fc.property(long, (trace) => {
        expect(found(trace).races).toEqual(found(trace, cp).races);
      }),
      runs(200),
    );
  });

  it('removes the acquires that nothing asks for', () => {
    const turns = Array.from({ length: 500 }, (_, i) => `T${i % 2}|acq(m)\nT${i % 2}|w(x)\nT${i % 2}|rel(m)`);
    const { counters } = found(parse(turns.join('\n')));
    expect(counters['acquiresRemoved']).toBeGreaterThan(300);
    expect(counters['mostOwners']).toBeLessThan(200);
  });

  it('says how far it came where the memory ends, and reports nothing that it had not decided', () => {
    const trace = generatedTrace({ events: 20_000, threads: 6, locks: 5, variables: 50, sync: 0.5, races: 0.05, seed: 3 });
    const whole = found(trace);
    expect(whole.unfinished).toBeUndefined();
    for (const memory of [10_000, 30_000, 60_000]) {
      const { races, counters, unfinished } = found(trace, raptor, { memory });
      expect(counters['eventsAnalysed']).toBeLessThan(20_000);
      expect(unfinished).toBe(
        `raptor looked at the first ${counters['eventsAnalysed']} of 20000 events: no more fit into its memory; a larger --memory or a shorter trace gets further`,
      );
      for (const race of races) expect(whole.races).toContainEqual(race);
    }
  });
});

describe('the pseudo-code of Raptor, as it is printed', () => {
  it('forgets sections with their accesses', () => {
    const trace = parse('T1|w(y)\nT1|acq(m)\nT1|w(x)\nT1|rel(m)\nT1|w(x)\nT2|acq(m)\nT2|r(x)\nT2|rel(m)\nT2|r(y)');
    expect(cpRaces(trace)).toEqual([[4, 6]]);
    agreesWithPrinted(trace);
    expect(raptorRaces(trace)).toEqual([
      [4, 6],
      [0, 8],
    ]);
    expect(raptorRaces(trace, { sections: true })).toEqual([[4, 6]]);
  });

  it.each([
    ['T1|w(x)\nT2|r(x)\nT2|join(T1)\nT2|r(x)', [0, 1]],
    ['T1|acq(m)\nT1|w(x)\nT2|r(x)\nT1|rel(m)\nT2|acq(m)\nT2|r(x)\nT2|rel(m)', [1, 2]],
    [
      'T1|w(x)\nT1|acq(m)\nT1|rel(m)\nT2|acq(m)\nT2|rel(m)\nT2|r(x)\nT1|acq(m)\nT1|w(z)\nT1|rel(m)\nT2|acq(m)\nT2|r(z)\nT2|rel(m)\nT2|r(x)',
      [0, 5],
    ],
  ])('loses a race with a read that an ordered read follows (%#)', (text, race) => {
    const trace = parse(text);
    expect(cpPairs(trace)).toEqual([race]);
    agreesWithPrinted(trace);
    expect(raptorRaces(trace)).toEqual([]);
    expect(raptorRaces(trace, { firstReads: true })).toEqual([race]);
  });

  it('does not teach itself at a release', () => {
    const trace = parse(late['a release that teaches itself'].replaceAll(';', '\n'));
    expect(raptorRaces(trace)).toEqual([[6, 11]]);
    expect(raptorRaces(trace, { repeated: true })).toEqual([]);
  });
});
