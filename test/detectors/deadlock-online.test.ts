// The streaming prediction of deadlocks against the definition and against the detector that keeps the trace, with everything forgotten as often
// as can be.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deadlock } from '../../src/detectors/deadlock/index.ts';
import { deadlockOnline, OnlineDeadlocks } from '../../src/detectors/deadlock-online/index.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import type { Deadlock } from '../../src/trace/outcome.ts';
import { PrefixSchedule } from '../../src/trace/prefix-schedule.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { ScheduleChecker } from '../../src/witness/check.ts';
import { askedArbitrary, coarseArbitrary, nestedArbitrary } from '../arbitrary/nested.ts';
import { recut } from '../arbitrary/renumbered.ts';
import { listing } from '../arbitrary/trace.ts';
import { placesOf } from '../referee/deadlock-places.ts';
import { syncPreservingDeadlocks } from '../referee/deadlocks.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';

const cyclesOf = (deadlocks: readonly Deadlock[]): (readonly number[])[] => deadlocks.map(({ cycle }) => cycle);

/** Forgets what it can after every block. Where it says that schedules end, the checker accepts them. */
function online(trace: Trace, size = trace.length + 1): (readonly number[])[] {
  const checker = new ScheduleChecker(columnsOf(trace), trace.symbols);
  const found: Deadlock[] = [];
  const take = (one: Deadlock): void => {
    const schedule = new PrefixSchedule(one.below!);
    for (const block of trace.blocks) schedule.block(block);
    expect(checker.checkDeadlock(schedule.witness!, one.cycle), listing(trace)).toEqual({ ok: true });
    found.push(one);
  };
  const analysis = new OnlineDeadlocks(take, 2 ** 31, 0);
  for (const block of recut(trace, size).blocks) analysis.block(block);
  analysis.end();
  // Circles of more than two are not its to find, and are said; nothing else may be missing.
  expect(deadlockOnline.unfinished!({ ...analysis.counters(), longerCycles: 0 })).toBeUndefined();
  return cyclesOf(found);
}

/** Of two threads, as the detector that keeps the trace finds them without a search. */
function offline(trace: Trace): (readonly number[])[] {
  const found: Deadlock[] = [];
  const analysis = deadlock.analysis((one) => found.push(one), { window: 0, cycle: 2 });
  for (const block of trace.blocks) analysis.block(block);
  analysis.end();
  return cyclesOf(found);
}

const basic = { basic: true, threads: 4, items: 7 };
const size = fc.integer({ min: 1, max: 12 });

describe('deadlock-online', () => {
  it('finds what the definition has for two threads', () => {
    fc.assert(
      fc.property(fc.oneof(nestedArbitrary(basic), coarseArbitrary(basic)), size, (trace, each) => {
        const all = syncPreservingDeadlocks(trace).filter(({ length }) => length === 2);
        expect(placesOf(trace, online(trace, each))).toEqual(placesOf(trace, all));
      }),
      runs(3000),
    );
  });

  it('finds what the detector finds that keeps the trace, also with readers, waits, barriers and tries', () => {
    const any = fc.oneof(
      askedArbitrary(),
      askedArbitrary({ threads: 4, locks: 4, items: 8 }),
      coarseArbitrary({ threads: 4, items: 14 }),
      coarseArbitrary({ ...basic, items: 20 }),
    );
    fc.assert(
      fc.property(any, size, (trace, each) => {
        expect(placesOf(trace, online(trace, each))).toEqual(placesOf(trace, offline(trace)));
      }),
      runs(6000),
    );
  });

  it('says the same however often it forgets', () => {
    fc.assert(
      fc.property(askedArbitrary({ threads: 4, locks: 4, items: 12 }), size, (trace, each) => {
        expect(online(trace, each)).toEqual(online(trace));
      }),
      runs(1500),
    );
  });
});

const nested = (thread: string, outer: string, inner: string): string[] =>
  [`acq(${outer})`, `acq(${inner})`, `rel(${inner})`, `rel(${outer})`].map((op, i) => `${thread}|${op}|${thread}:${i}`);
/** However often something is forgotten. */
function found(...lines: (string | string[])[]): (readonly number[])[] {
  const trace = parse(lines.flat().join('\n'));
  const cycles = online(trace, 1);
  expect(online(trace)).toEqual(cycles);
  return cycles;
}

describe('an acquire is remembered as long as an ideal can tell it from an earlier one', () => {
  it('because somebody may know of the first', () => {
    const seen = ['T3|r(x)', ...nested('T3', 'b', 'a')];
    expect(found(nested('T1', 'a', 'b'), 'T1|w(x)', nested('T1', 'a', 'b'), 'T1|w(y)', seen)).toEqual([[6, 12]]);
    expect(found(nested('T1', 'a', 'b'), 'T1|w(y)', nested('T1', 'a', 'b'), 'T1|w(x)', seen)).toEqual([]);
  });

  it('because somebody may know who took its lock after the first', () => {
    const between = ['T2|acq(a)', 'T2|rel(a)', 'T2|w(x)'];
    const later = ['T3|r(x)', ...nested('T3', 'b', 'a')];
    expect(found(nested('T1', 'a', 'b'), between, nested('T1', 'a', 'b'), later)).toEqual([[8, 13]]);
    expect(found(nested('T1', 'a', 'b'), nested('T1', 'a', 'b'), between, later)).toEqual([]);
    expect(found(nested('T1', 'a', 'b'), between.slice(0, 2), nested('T1', 'a', 'b'), between[2]!, later)).toEqual([[7, 13]]);
    const asReader = ['T2|racq(a)', 'T2|rrel(a)', 'T2|w(x)'];
    expect(found(nested('T1', 'a', 'b'), asReader, nested('T1', 'a', 'b'), later)).toEqual([[8, 13]]);
    expect(found(nested('T1', 'a', 'b'), asReader.slice(0, 2), nested('T1', 'a', 'b'), asReader[2]!, later)).toEqual([[7, 13]]);
  });
});

describe('what was known at a barrier is remembered', () => {
  // T4 is inside m when T1 hears of it. It leaves m only after it has heard of T5's acquire, and T1 hears of that: only the barrier still knows T4 inside m.
  const inside = ['T4|acq(m)', 'T4|w(x)', 'T1|r(x)'];
  const leaves = [...nested('T5', 'a', 'b'), 'T5|w(z)', 'T4|r(z)', 'T4|rel(m)', 'T4|w(y)', 'T1|r(y)', 'T4|w(x)'];
  const after = ['T2|acq(m)', 'T2|rel(m)', ...nested('T2', 'b', 'a')];
  const round = (thread: string) => [`${thread}|benter(g)`, `${thread}|bexit(g)`];

  it('by those who have not left it', () => {
    expect(found(inside, 'T2|benter(g)', round('T1'), leaves, 'T2|bexit(g)', after)).toEqual([]);
    expect(found(inside, 'T2|benter(g)', round('T1'), leaves, round('T1'), round('T1'), 'T2|bexit(g)', after)).toEqual([]);
  });

  it('by those who come to its next round', () => {
    expect(found(inside, round('T1'), leaves, round('T2'), after)).toEqual([]);
    // Who comes to another barrier does not know it.
    expect(found(inside, round('T1'), leaves, 'T2|benter(h)', 'T2|bexit(h)', after.slice(2))).toEqual([[6, 18]]);
  });
});

describe('what an acquire needs is remembered with it', () => {
  // T4 is inside m when T1 hears of it; it leaves m only after it has heard of T1's acquire.
  const inside = ['T4|acq(m)', 'T4|w(x)', 'T1|r(x)', ...nested('T1', 'a', 'b'), 'T1|w(y)', 'T4|r(y)', 'T4|rel(m)'];
  const after = ['T4|w(z)', 'T1|r(z)', 'T1|w(x)', 'T1|w(y)', 'T4|r(y)', 'T4|w(z)'];
  const other = ['T2|acq(m)', 'T2|rel(m)', ...nested('T2', 'b', 'a')];

  it('where a lock that it knows to be held is taken later', () => {
    expect(found(inside, after, other)).toEqual([]);
    expect(found(inside, after, other.slice(2))).toEqual([[4, 17]]);
  });

  it('unless readers have the lock both times', () => {
    const shared = (lines: string[]) => lines.map((line) => line.replace(/(acq|rel)\(m\)/, 'r$1(m)'));
    expect(found(shared(inside), after, shared(other))).toEqual([[4, 19]]);
    expect(found(inside, after, shared(other))).toEqual([]);
    expect(found(shared(inside), after, other)).toEqual([]);
  });

  it('where barriers keep rounds apart', () => {
    const meet = (t: string) => [`${t}|benter(k)`, `${t}|bexit(k)`];
    expect(found(nested('T1', 'a', 'b'), meet('T1'), meet('T2'), nested('T2', 'b', 'a'))).toEqual([]);
    expect(found(meet('T1'), nested('T1', 'a', 'b'), meet('T2'), nested('T2', 'b', 'a'))).toEqual([[3, 9]]);
  });

  it('where a later one can do what it cannot', () => {
    expect(found(inside, after.slice(0, 2), nested('T1', 'a', 'b'), after.slice(2), other)).toEqual([[13, 23]]);
  });
});

describe('what is remembered', () => {
  it('does not grow with the trace', () => {
    const remembered = (rounds: number): number => {
      const analysis = new OnlineDeadlocks(() => {}, 2 ** 31, 1 / 256);
      const one = (t: number, i: number) =>
        ['acq(a)', 'r(x)', `acq(b${i % 3})`, 'w(x)', `rel(b${i % 3})`, 'rel(a)', `w(y${i % 20})`].map((op) => `T${t}|${op}`);
      const trace = parse(['T9|w(z)', ...Array.from({ length: rounds }, (_, i) => one(i % 3, i)).flat()].join('\n'));
      for (const block of recut(trace, 512).blocks) analysis.block(block);
      analysis.end();
      expect(analysis.counters()).toMatchObject({ nestedAcquires: rounds, eventsAnalysed: trace.length });
      return analysis.counters()['memory']!;
    };
    expect(remembered(8000)).toBeLessThanOrEqual(1.1 * remembered(2500));
  });

  it('is bounded by the memory, and told where it is not enough', () => {
    const trace = parse(Array.from({ length: 3000 }, (_, i) => `T${i % 3}|w(x${i})\nT${(i + 1) % 3}|r(x${i})`).join('\n'));
    const told = (memory: number) => {
      const analysis = new OnlineDeadlocks(() => {}, memory, 0);
      for (const block of recut(trace, 100).blocks) analysis.block(block);
      analysis.end();
      return deadlockOnline.unfinished!(analysis.counters());
    };
    expect(told(1e6)).toBeUndefined();
    for (const memory of [0, 4000, 30_000])
      expect(told(memory)).toMatch(/^deadlock-online looked at the first \d+ of 6000 events/);
  });

  it('says that it does not look for circles of three', () => {
    const file = join(import.meta.dirname, '../../traces/deadlock/three-way-cycle.std');
    const words = (lines: string) => {
      const analysis = deadlockOnline.analysis(() => {});
      for (const block of parse(lines).blocks) analysis.block(block);
      analysis.end();
      return deadlockOnline.unfinished!(analysis.counters!());
    };
    expect(words(readFileSync(file, 'utf8'))).toMatch(/a group of three or more locks .*--detector deadlock/);
    expect(words('T1|acq(a)\nT1|acq(b)\nT1|acq(c)\nT1|rel(c)\nT1|rel(b)\nT1|rel(a)')).toBeUndefined();
  });
});
