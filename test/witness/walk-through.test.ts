// What is said about a witness, and schedules as traces of their own.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RaceDetector } from '../../src/detectors/detector.ts';
import { predict } from '../../src/detectors/predict/index.ts';
import { syncPreserving } from '../../src/detectors/sync-preserving/index.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { ScheduleChecker } from '../../src/witness/check.ts';
import { movedSteps } from '../../src/witness/moved.ts';
import { positionsOf, scheduleTrace } from '../../src/witness/schedule.ts';
import { walkThrough } from '../../src/witness/walk-through.ts';
import { basicFeatures, features, traceArbitrary } from '../arbitrary/trace.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';

const handOver = parse(`
T1|acq(m)|a.c:1
T1|w(x)|a.c:2
T1|rel(m)|a.c:3
T2|acq(m)|b.c:1
T2|w(y)|b.c:2
T2|rel(m)|b.c:3
T2|w(x)|b.c:4`);

function witnesses(detector: RaceDetector, trace: Trace): Uint32Array[] {
  const found: Uint32Array[] = [];
  const analysis = detector.analysis((_first, _second, witness) => found.push(witness!.positions()));
  for (const block of trace.blocks) analysis.block(block);
  analysis.end();
  return found;
}

describe('explain', () => {
  it('says which critical section goes first now and why nothing that was read changes', () => {
    const [witness] = witnesses(predict, handOver);
    const { steps, hidden, threads, reversals, sentences, original, goal } = walkThrough(handOver, witness!);
    expect(goal).toEqual([1, 6]);
    expect(hidden).toBe(0);
    expect(threads).toEqual([1, 0]);
    expect(steps.map(({ text, racing, moved }) => `${moved ? '~' : ''}${text}${racing ? '!' : ''}`)).toEqual([
      'acq(m)',
      'w(y)',
      'rel(m)',
      '~acq(m)',
      '~w(x)!',
      'w(x)!',
    ]);
    expect(reversals).toEqual([{ lock: 0, now: 3, before: 0 }]);
    expect(original.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(sentences).toEqual([
      'At the end the write by "T1" (event 1) and the write by "T2" (event 6) of "x" come side by side, and nothing orders them.',
      '"T1" holds "m" there, "T2" holds no lock.',
      'The critical section of "T2" on "m" that begins with event 3 now goes first, before that of "T1" that begins with event 0; in the trace it was the other way round.',
      '1 earlier event of the trace does not run: the two accesses need nothing of that.',
      'Nothing is read before the race, so each thread does what it did.',
    ]);
  });

  it('shows the end of a long witness', () => {
    const lines = Array.from({ length: 500 }, (_, i) => `T1|w(v${i % 7})`);
    const trace = parse(['T2|w(y)', ...lines, 'T1|w(x)', 'T2|r(x)'].join('\n'));
    const [witness] = witnesses(predict, trace);
    const { steps, hidden } = walkThrough(trace, witness!, { rows: 5 });
    expect(steps.length).toBe(5);
    expect(hidden + steps.length).toBe(witness!.length);
  });

  it('escapes names', () => {
    const trace = parse('T1|w(a\u001b[2J)\nT2|w(a\u001b[2J)');
    const { sentences } = walkThrough(trace, witnesses(predict, trace)[0]!);
    expect(sentences.join(' ')).not.toContain('\u001b');
  });
});

describe('moved events', () => {
  it('are those outside a longest run in the order of the trace', () => {
    expect([...movedSteps([3, 4, 5, 0, 1, 6])]).toEqual([0, 0, 0, 1, 1, 0]);
    expect([...movedSteps([0, 1, 2])]).toEqual([0, 0, 0]);
    expect([...movedSteps([])]).toEqual([]);
  });

  it('leave the rest in order, and are as few as can be', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(40), { maxLength: 12 }), (schedule) => {
        const moved = movedSteps(schedule);
        const kept = schedule.filter((_, step) => moved[step] === 0);
        expect(kept).toEqual([...kept].sort((a, b) => a - b));
        const longest: number[] = [];
        for (const [i, e] of schedule.entries())
          longest[i] = 1 + Math.max(0, ...schedule.slice(0, i).map((d, j) => (d < e ? longest[j]! : 0)));
        expect(kept.length).toBe(Math.max(0, ...longest));
      }),
      runs(200),
    );
  });
});

describe('schedules as traces', () => {
  it('come back as the same positions', () => {
    fc.assert(
      fc.property(traceArbitrary({ features }), (trace) => {
        for (const witness of witnesses(predict, trace))
          expect(positionsOf(trace, scheduleTrace(trace, witness))).toEqual({ ok: true, positions: witness, waiting: [] });
      }),
      runs(100),
    );
  });

  it('of deadlocks end with the requests of those that wait', () => {
    const inversion = parse('A|acq(m)\nA|acq(n)\nA|rel(n)\nA|rel(m)\nB|acq(n)\nB|acq(m)\nB|rel(m)\nB|rel(n)');
    const written = scheduleTrace(inversion, [0, 4], [1, 5]);
    expect(positionsOf(inversion, written)).toEqual({ ok: true, positions: Uint32Array.of(0, 4), waiting: [1, 5] });
    const late = parse('A|acq(m)\nA|req(n)\nB|acq(n)');
    expect(positionsOf(inversion, late)).toMatchObject({ ok: false, step: 2 });
  });

  it.each([
    ['a thread that the trace has not', 'T9|w(x)', /no thread "T9"/],
    ['an event that the thread does not do', 'T1|acq(n)', /"T1" does "acq\(n\)"; in the trace it does "acq\(m\)"/],
    ['more than the thread does', 'T1|acq(m)\nT1|w(x)\nT1|rel(m)\nT1|w(x)', /no more events/],
  ])('are refused with %s', (_, text, reason) => {
    expect(positionsOf(handOver, parse(text))).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });
});

describe('witnesses', () => {
  it.each([predict, syncPreserving])('of $id have nothing that could be left out at the end of a thread', (detector) => {
    fc.assert(
      fc.property(traceArbitrary({ features: basicFeatures }), (trace) => {
        const columns = columnsOf(trace);
        const checker = new ScheduleChecker(columns);
        for (const witness of witnesses(detector, trace)) {
          const lastOf = new Map<number, number>();
          for (const e of witness.subarray(0, -2)) lastOf.set(columns.threads[e]!, e);
          for (const last of lastOf.values()) expect(checker.check(witness.filter((e) => e !== last)).ok).toBe(false);
        }
      }),
      runs(100),
    );
  });
});
