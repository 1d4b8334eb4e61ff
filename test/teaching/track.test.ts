// FF against the definition, LOFT against FF, and the counts against the examples of the paper.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reduceTrace } from '../../src/reduce/index.ts';
import { FfTracker, LoftTracker, loftCases, TrackingCheck, vectorOperations } from '../../src/teaching/track/index.ts';
import { Op } from '../../src/trace/operation.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { meetingsArbitrary } from '../arbitrary/meetings.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { volatilesArbitrary } from '../arbitrary/volatiles.ts';
import { happensBefore, happensBeforeRaces } from '../referee/happens-before.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';

const traces = fc.oneof(
  traceArbitrary({ features, threads: 4, items: 14 }),
  traceArbitrary({ features, threads: 3, locks: 2, variables: 2, items: 16, weights: { section: 14, wait: 4 } }),
  traceArbitrary({ features, threads: 3, locks: 1, variables: 1, items: 12, weights: { barrier: 5, volatile: 5, join: 4 } }),
  meetingsArbitrary({ sections: true }),
  volatilesArbitrary(),
);

/** LOFT as the paper prints it. */
class Printed extends LoftTracker {
  protected override learnt(): void {}
}

function run(tracker: FfTracker, trace: Trace): FfTracker {
  for (const block of trace.blocks) tracker.block(block);
  return tracker;
}

function check(trace: Trace, loft?: FfTracker): void {
  const both = new TrackingCheck(loft);
  for (const block of trace.blocks) both.block(block);
}

/** The lines that the method logs. */
function log(make: (log: (acquired: boolean, t: number, lock: number) => void) => FfTracker, trace: Trace): string[] {
  const lines: string[] = [];
  const { threads, locks } = trace.symbols;
  run(
    make((acquired, t, lock) => lines.push(`${threads.name(t)} ${acquired ? 'acq' : 'rel'} ${locks.name(lock)}`)),
    trace,
  );
  return lines;
}

function sections(thread: string, lock: string, count: number): string {
  return `${thread}|acq(${lock})\n${thread}|rel(${lock})\n`.repeat(count);
}

test('FF knows what is ordered and nothing else', () => {
  fc.assert(
    fc.property(traces, (trace) => {
      const before = happensBefore(trace);
      const ff = new FfTracker();
      for (const block of trace.blocks) ff.grow(block);
      const times: number[] = [];
      const all = [...events(trace)];
      for (const { position, op, thread, target } of all) {
        times.push(ff.threads[thread]![thread]!);
        if (op > Op.write) ff.step(op, thread, target);
        for (const { position: earlier, thread: u } of all.slice(0, position))
          if (u !== thread) expect(ff.threads[thread]![u]! >= times[earlier]!).toBe(before[position]![earlier] === 1);
      }
    }),
    runs(150),
  );
});

describe('LOFT', () => {
  test('has the clocks of FF after every event', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        const ff = new FfTracker();
        const loft = new LoftTracker();
        for (const block of trace.blocks) for (const tracker of [ff, loft]) tracker.grow(block);
        for (const { op, thread, target } of events(trace)) {
          if (op <= Op.write) continue;
          ff.step(op, thread, target);
          loft.step(op, thread, target);
          expect(loft.threads).toEqual(ff.threads);
          for (let lock = 0; lock < trace.symbols.locks.size; lock++)
            expect([...(loft.locks.find(lock) ?? [])].join()).toBe([...(ff.locks.find(lock) ?? [])].join());
        }
        check(trace);
      }),
      runs(200),
    );
  });

  test('needs the vector operations of FF less those that are removable', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        const ff = run(new FfTracker(), trace);
        const loft = run(new LoftTracker(), trace) as LoftTracker;
        expect(vectorOperations(loft.counts) + loft.removable).toBe(vectorOperations(ff.counts));
        expect(loft.counts.atLocks + loft.removable).toBe(ff.counts.atLocks);
        expect(Object.values(loft.cases()).reduce((a, b) => a + b)).toBe(ff.counts.atLocks);
      }),
      runs(100),
    );
  });

  test.each([
    ['a join', 'T|fork(U)\nT|acq(m)\nT|rel(m)\nU|w(x)\nU|acq(n)\nU|rel(n)\nT|join(U)\nT|acq(m)\nT|rel(m)'],
    ['a volatile read', 'T|acq(m)\nT|rel(m)\nU|vw(v)\nT|vr(v)\nT|acq(m)\nT|rel(m)'],
    ['a barrier', 'T|acq(m)\nT|rel(m)\nU|benter(b)\nT|benter(b)\nT|bexit(b)\nT|acq(m)\nT|rel(m)'],
    ['readers', 'T|acq(m)\nT|rel(m)\nU|racq(m)\nU|rrel(m)\nT|acq(m)\nT|rel(m)'],
    ['a reader lock', 'T|acq(m)\nT|rel(m)\nU|acq(n)\nU|rel(n)\nT|racq(n)\nT|rrel(n)\nT|acq(m)\nT|rel(m)'],
  ])('does not lose what comes by %s, as the paper does', (_, text) => {
    const trace = parse(text);
    expect(() => check(trace)).not.toThrow();
    expect(() => check(trace, new Printed())).toThrow('differ');
  });
});

describe('the paper', () => {
  const figure1 = parse(sections('P', 'm', 2) + sections('C', 'm', 2) + sections('P', 'm', 1));

  test('figure 1: five of ten operations are removable by the rule', () => {
    const ff = run(new FfTracker(), figure1);
    const loft = run(new LoftTracker(), figure1) as LoftTracker;
    expect(ff.counts).toMatchObject({ atLocks: 10, copies: 5 });
    expect(vectorOperations(ff.counts)).toBe(10);
    // Figure 1 marks seven: also e1, which is the first acquire of all (case 2), and e6, C's first release (case 6).
    expect(loft.cases()).toEqual({ '1': 2, "1'": 0, '2': 3, '3': 2, "3'": 0, '4': 0, '5': 1, "5'": 0, '6': 2 });
    expect(loft.removable).toBe(5);
  });

  test('figures 4 and 5: every case', () => {
    const trace = parse(
      [
        sections('T', 'm', 2), // 2 6 1 3
        sections('S', 'm', 1), // 2 6
        sections('T', 'm', 1), // 2 5
        sections('T', 'l', 1), // 2 6
        sections('T', 'm', 1), // 1 4
        'T|acq(m)\nT|acq(l)\nT|rel(m)\nT|rel(l)\n', // 1, 1', 3', 4
        sections('S', 'l', 1), // 2 6
        'T|acq(k)\nT|acq(l)\nT|rel(l)\nT|rel(k)\n', // 2 2 5' 6
      ].join(''),
    );
    const loft = run(new LoftTracker(), trace) as LoftTracker;
    expect(loft.cases()).toEqual({ '1': 3, "1'": 1, '2': 7, '3': 1, "3'": 1, '4': 2, '5': 1, "5'": 1, '6': 5 });
    expect(() => check(trace)).not.toThrow();
  });

  test('table VI: 60 lines become eight', () => {
    const trace = parse(sections('T0', 'm', 22) + sections('T0', 'n', 1) + sections('T0', 'm', 6) + sections('T1', 'k', 1));
    expect(log((lockLog) => new FfTracker(lockLog), trace)).toHaveLength(60);
    expect(log((lockLog) => new LoftTracker(lockLog), trace)).toEqual([
      'T0 acq m',
      'T0 rel m',
      'T0 acq n',
      'T0 rel n',
      'T0 acq m',
      'T0 rel m',
      'T1 acq k',
      'T1 rel k',
    ]);
  });

  test('section 5.3: the log keeps the first pair of a row, and an access in a later one loses its order', () => {
    const whole = parse('P|acq(m)\nP|rel(m)\nP|acq(m)\nP|w(x)\nP|rel(m)\nC|acq(m)\nC|w(x)');
    expect(log((lockLog) => new LoftTracker(lockLog), whole)).toEqual(['P acq m', 'P rel m', 'C acq m']);
    const asLogged = parse('P|acq(m)\nP|rel(m)\nP|w(x)\nC|acq(m)\nC|w(x)');
    expect(happensBeforeRaces(asLogged)).toHaveLength(1);
    for (const trace of [whole, reduceTrace(whole, 'loft')]) expect(happensBeforeRaces(trace)).toEqual([]);
  });

  test('names all its cases', () => {
    expect(loftCases).toHaveLength(9);
  });
});
