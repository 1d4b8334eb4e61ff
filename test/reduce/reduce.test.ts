// Both methods against the definition of happens-before, on random traces.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ReductionMethod, reduceTrace, reductionMethods } from '../../src/reduce/index.ts';
import type { MemoryModel } from '../../src/trace/memory-model.ts';
import { Op } from '../../src/trace/operation.ts';
import { strict } from '../../src/trace/problems.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';
import { WellFormed } from '../../src/trace/well-formed.ts';
import { meetingsArbitrary } from '../arbitrary/meetings.ts';
import { ofModel } from '../arbitrary/model.ts';
import { features, listing, traceArbitrary } from '../arbitrary/trace.ts';
import { volatilesArbitrary } from '../arbitrary/volatiles.ts';
import { happensBefore, happensBeforeRaces } from '../referee/happens-before.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';

const rich = traceArbitrary({ features, threads: 4, items: 14 });
/** Few locks and threads, so that sections meet; many that are empty; and all that hands clocks over without locks. */
const crowded = traceArbitrary({ features, threads: 3, locks: 2, variables: 2, items: 16, weights: { access: 2, section: 14 } });
const waiting = traceArbitrary({
  features,
  threads: 3,
  locks: 2,
  variables: 2,
  items: 14,
  weights: { access: 2, wait: 8, volatile: 4, barrier: 3 },
});
const traces = fc.oneof(
  rich,
  crowded,
  waiting,
  meetingsArbitrary({ sections: true, steps: 60 }),
  volatilesArbitrary({ steps: 40 }),
);

/** Positions in the trace of the events of the reduced one: which it must be a part of, in order. */
function positions(trace: Trace, reduced: Trace): number[] {
  const kept: number[] = [];
  const all = [...events(trace)];
  let from = 0;
  for (const event of events(reduced)) {
    while (from < all.length && !same(all[from]!, event)) from++;
    expect(from, 'the reduced trace is a part of the trace').toBeLessThan(all.length);
    kept.push(from++);
  }
  return kept;
}

function same(a: Event, b: Event): boolean {
  return a.op === b.op && a.thread === b.thread && a.target === b.target && a.location === b.location;
}

/** What orders something and is not on a lock held alone. */
const ORDERED: readonly number[] = [
  Op.read,
  Op.write,
  Op.fork,
  Op.join,
  Op.volatileRead,
  Op.volatileWrite,
  Op.acquireShared,
  Op.releaseShared,
  Op.barrierEnter,
  Op.barrierExit,
];

function expectSameOrder(trace: Trace, reduced: Trace): void {
  const from = positions(trace, reduced);
  const before = happensBefore(trace);
  const after = happensBefore(reduced);
  const ordered = [...events(reduced)].filter(({ op }) => ORDERED.includes(op)).map(({ position }) => position);
  const wrong: string[] = [];
  for (const b of ordered)
    for (const a of ordered)
      if (a < b && before[from[b]!]![from[a]!] !== after[b]![a]) wrong.push(`${from[a]} and ${from[b]}: ${after[b]![a]}`);
  expect(wrong, listing(reduced)).toEqual([]);
}

function expectWellFormed(trace: Trace): void {
  const checker = new WellFormed(trace.symbols, strict, (i) => ({ event: i }));
  for (const block of trace.blocks) checker.check(block, () => {});
}

function accessCount(trace: Trace): number {
  return [...events(trace)].filter(({ op }) => op <= Op.write).length;
}

function racyVariables(trace: Trace): number[] {
  const all = [...events(trace)];
  return [...new Set(happensBeforeRaces(trace).map(([, second]) => all[second]!.target))].sort((a, b) => a - b);
}

describe.each(reductionMethods)('reduce --method %s', (method: ReductionMethod) => {
  test('keeps happens-before among all that remains, and a well-formed trace', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        const reduced = reduceTrace(trace, method);
        expect(accessCount(reduced)).toBe(accessCount(trace));
        expectWellFormed(reduced);
        expectSameOrder(trace, reduced);
      }),
      runs(250),
    );
  });

  test('the racing pairs of accesses stay the same', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        const reduced = reduceTrace(trace, method);
        const from = positions(trace, reduced);
        const races = happensBeforeRaces(reduced).map(([a, b]) => [from[a], from[b]]);
        expect(races).toEqual(happensBeforeRaces(trace));
      }),
      runs(100),
    );
  });

  test.each([false, true])('once is enough (accesses: %s)', (accesses) => {
    fc.assert(
      fc.property(traces, (trace) => {
        const once = reduceTrace(trace, method, accesses);
        expect(listing(reduceTrace(once, method, accesses))).toBe(listing(once));
      }),
      runs(150),
    );
  });

  test('without repeated accesses the same variables race', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        const reduced = reduceTrace(trace, method, true);
        expectWellFormed(reduced);
        expectSameOrder(trace, reduced);
        expect(racyVariables(reduced)).toEqual(racyVariables(trace));
      }),
      runs(150),
    );
  });
});

test('runs never keeps more than loft', () => {
  fc.assert(
    fc.property(traces, (trace) => {
      expect(reduceTrace(trace, 'runs').length).toBeLessThanOrEqual(reduceTrace(trace, 'loft').length);
    }),
    runs(150),
  );
});

/** The numbers (from 1) of the lines that stay. */
function staying(text: string, method: ReductionMethod, model: MemoryModel = 'java'): number[] {
  const trace = ofModel(model, parse(text));
  return positions(trace, reduceTrace(trace, method)).map((position) => position + 1);
}

/** A line per event: `T acq(m)` and so on, each with a location of its own. */
function lines(...parts: string[]): string {
  return parts.map((part, i) => `${part.replace(' ', '|')}|${i + 1}`).join('\n');
}

describe('worked examples', () => {
  const figure1 = [
    'P acq(m)',
    'P rel(m)',
    'P acq(m)',
    'P rel(m)',
    'C acq(m)',
    'C rel(m)',
    'C acq(m)',
    'C rel(m)',
    'P acq(m)',
    'P rel(m)',
  ];

  test('figure 1 of the paper', () => {
    expect(staying(lines(...figure1), 'loft')).toEqual([1, 4, 5, 8, 9, 10]);
  });

  test('sections that nothing happens in or before order nothing: figure 1 without accesses is nothing', () => {
    expect(staying(lines(...figure1), 'runs')).toEqual([]);
  });

  test('figure 1 with what it protects', () => {
    const busy = figure1.flatMap((line) => (line.includes('acq') ? [line, `${line[0]} w(pool)`] : [line]));
    expect(staying(lines(...busy), 'runs')).toEqual([1, 2, 5, 6, 7, 8, 11, 12, 13, 14, 15]);
    expect(staying(lines(...busy), 'loft')).toEqual([1, 2, 5, 6, 7, 8, 11, 12, 13, 14, 15]);
  });

  test('a section goes if the next thread knows by a volatile what it tells, which depends on the memory model', () => {
    const text = lines('A w(x)', 'A acq(m)', 'A rel(m)', 'A vw(v)', 'B vw(v)', 'C vr(v)', 'C acq(m)', 'C rel(m)', 'C w(x)');
    expect(staying(text, 'runs')).toEqual([1, 4, 5, 6, 9]);
    expect(staying(text, 'runs', 'c11')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('other locks in between stop loft and not runs', () => {
    const text = lines(
      'A acq(m)',
      'A w(x)',
      'A rel(m)',
      'A acq(n)',
      'A rel(n)',
      'A acq(m)',
      'A w(x)',
      'A rel(m)',
      'B acq(m)',
      'B w(x)',
      'B rel(m)',
    );
    expect(staying(text, 'loft')).toHaveLength(11);
    expect(staying(text, 'runs')).toEqual([1, 2, 7, 8, 9, 10, 11]);
  });

  test.each([
    ['a lock around the second section', ['A acq(n)', 'A acq(m)', 'A w(x)', 'A rel(m)', 'A rel(n)']],
    ['a lock in the second section', ['A acq(m)', 'A acq(n)', 'A rel(n)', 'A w(x)', 'A rel(m)']],
    ['something learnt in between', ['A vr(v)', 'A acq(m)', 'A w(x)', 'A rel(m)']],
  ])('%s stops loft', (_, second) => {
    const text = ['A acq(m)', 'A w(x)', 'A rel(m)', ...second];
    expect(staying(lines(...text), 'loft')).toHaveLength(text.length);
  });

  test('a run whose order is known goes, and the runs around it meet', () => {
    // B knows all of A by the fork, and A all of B by the join: the lock orders nothing more.
    const text = lines(
      'A acq(m)',
      'A w(x)',
      'A rel(m)',
      'A fork(B)',
      'B acq(m)',
      'B w(x)',
      'B rel(m)',
      'A join(B)',
      'A acq(m)',
      'A r(x)',
      'A rel(m)',
    );
    expect(staying(text, 'runs')).toEqual([2, 4, 6, 8, 10]);
  });

  test('an empty section that passes order on stays', () => {
    const text = lines(
      'A w(x)',
      'A acq(m)',
      'A rel(m)',
      'B acq(m)',
      'B rel(m)',
      'B acq(n)',
      'B rel(n)',
      'C acq(n)',
      'C rel(n)',
      'C w(x)',
    );
    expect(staying(text, 'runs')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('a wait that nobody interrupts goes with the acquire that ends it', () => {
    const text = lines('A acq(m)', 'A w(x)', 'A wait(m)', 'A acq(m)', 'A rel(m)', 'B acq(m)', 'B w(x)', 'B rel(m)');
    for (const method of reductionMethods) expect(staying(text, method)).toEqual([1, 2, 5, 6, 7, 8]);
  });

  test('inner acquires and releases go', () => {
    const text = lines('A acq(m)', 'A acq(m)', 'A w(x)', 'A rel(m)', 'A rel(m)', 'B acq(m)', 'B w(x)', 'B rel(m)');
    for (const method of reductionMethods) expect(staying(text, method)).toEqual([1, 3, 5, 6, 7, 8]);
  });

  test('what announces an acquire goes, whether or not that stays', () => {
    const again = ['A try(m)', 'A acq(m)', 'A w(x)', 'A rel(m)'];
    const text = lines('A req(m)', ...again.slice(1), ...again, 'B req(m)', 'B acq(m)', 'B w(x)', 'B rel(m)', 'A reqjoin(B)');
    for (const method of reductionMethods) expect(staying(text, method)).toEqual([2, 3, 7, 8, 10, 11, 12]);
  });

  test('a reader in between keeps two sections apart', () => {
    const text = lines('A acq(m)', 'A w(x)', 'A rel(m)', 'B racq(m)', 'B r(x)', 'B rrel(m)', 'A acq(m)', 'A w(x)', 'A rel(m)');
    for (const method of reductionMethods) expect(staying(text, method)).toHaveLength(9);
  });

  test('what comes by readers of a lock is passed on by an empty section', () => {
    const text = [
      ...['T w(z)', 'T acq(n)', 'T rel(n)', 'V acq(n)', 'V r(z)', 'V rel(n)'],
      ...['R w(x)', 'R racq(m)', 'R rrel(m)', 'T acq(m)', 'T rel(m)'],
      ...['T acq(p)', 'T rel(p)', 'V acq(p)', 'V rel(p)', 'V r(x)'],
    ];
    expect(staying(lines(...text), 'runs')).toHaveLength(16);
  });

  test('an access repeats one of its epoch; a write does not repeat a read; alloc starts anew', () => {
    const text = lines('A r(x)', 'A r(x)', 'A w(x)', 'A w(x)', 'A r(x)', 'A alloc(x)', 'A r(x)', 'A vw(v)', 'A r(x)');
    const trace = parse(text);
    expect(positions(trace, reduceTrace(trace, 'runs', true)).map((p) => p + 1)).toEqual([1, 3, 6, 7, 8, 9]);
  });
});

test.each([
  ['all who arrived', 'A|benter(b)\nB|benter(b)\nA|bexit(b)'],
  ['who arrived after a late one left', 'C|benter(b)\nB|benter(b)\nB|bexit(b)\nB|benter(b)\nC|bexit(b)\nA|benter(b)'],
])('what a barrier taught of %s need not be learnt from a lock', (_, meeting) => {
  const trace = parse(`A|w(x)\nA|acq(m)\nA|rel(m)\n${meeting}\nB|bexit(b)\nB|acq(m)\nB|rel(m)\nB|r(x)`);
  const kept = [...events(reduceTrace(trace))].slice(-2);
  expect(kept.map(({ op }) => op)).toEqual([Op.barrierExit, Op.read]);
});
