import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsOf } from '../../src/trace/columns.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS, Op } from '../../src/trace/operation.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { arrowKinds, firstArrow, lockArrow } from '../../src/viewer/model/arrows.ts';
import { Axis } from '../../src/viewer/model/axis.ts';
import { Density } from '../../src/viewer/model/density.ts';
import { type Run, runOf } from '../../src/viewer/model/run.ts';
import { MOST_LEVELS, SpanKind } from '../../src/viewer/model/spans.ts';
import { spansAt, statesAt } from '../../src/viewer/model/state.ts';
import { isTurned } from '../../src/viewer/timeline/picture.ts';
import { factsOf } from '../../src/witness/facts.ts';
import { meetingsArbitrary } from '../arbitrary/meetings.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { happensBefore } from '../referee/happens-before.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';

const traces = fc.oneof(traceArbitrary({ features }), meetingsArbitrary());
const runOfTrace = (trace: Trace): Run => runOf({ columns: columnsOf(trace), symbols: trace.symbols });

const gapsArbitrary = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 30 })), { maxLength: 8 })
  .map((steps) => {
    let at = 0;
    const gaps = steps.map(([shown, hidden]) => {
      const from = at + shown;
      at = from + hidden;
      return { from, to: at };
    });
    return { gaps, rows: at + 3 };
  });

test('an axis goes there and back, and never back and forth', () => {
  fc.assert(
    fc.property(gapsArbitrary, ({ gaps, rows }) => {
      const axis = new Axis(rows, gaps);
      let before = -1;
      for (let row = 0; row <= rows; row += 0.5) {
        const place = axis.place(row);
        expect(place).toBeGreaterThan(before);
        expect(axis.rowAt(place)).toBeCloseTo(row, 6);
        before = place;
      }
      expect(axis.place(rows)).toBeCloseTo(axis.length, 6);
      expect(axis.rowAt(-5)).toBe(0);
      expect(axis.rowAt(1e9)).toBe(rows);
    }),
  );
});

test('what is not wanted is folded, and counted', () => {
  const axis = Axis.around(100, [10, 11, 50]);
  const gaps = axis.gapsWithin(0, axis.length);
  expect(gaps).toEqual([
    { from: 0, to: 9 },
    { from: 13, to: 49 },
    { from: 52, to: 100 },
  ]);
  expect(axis.gapOf(20)).toEqual({ from: 13, to: 49 });
  expect(axis.gapOf(49)).toBe(undefined);
  expect(Axis.around(100, [0, 99]).gapsWithin(0, 100)).toHaveLength(1);
});

test('every row that is wanted keeps its width', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(400), { maxLength: 30 }), (wanted) => {
      const axis = Axis.around(401, Uint32Array.from(wanted).sort());
      for (const row of wanted) expect(axis.place(row + 1) - axis.place(row)).toBeCloseTo(1, 6);
    }),
  );
});

test('sums give the accesses of any stretch of whole bins', () => {
  fc.assert(
    fc.property(traceArbitrary({ features, items: 40 }), fc.integer({ min: 8, max: 200 }), (trace, room) => {
      const columns = columnsOf(trace);
      const density = new Density(columns, room);
      const all = [...events(trace)].filter(({ op }) => ACCESS_KINDS[op] !== NO_ACCESS);
      for (let t = 0; t < columns.bounds.threads; t++)
        for (let from = 0; from <= trace.length; from += density.bin)
          for (let to = from; to <= trace.length + density.bin; to += density.bin) {
            const inside = all.filter(({ position, thread }) => thread === t && position >= from && position < to);
            // The end of the run is the end of the last bin.
            expect(density.countWrites(t, from, to)).toBe(inside.filter(({ op }) => isWrite(op)).length);
            expect(density.countReads(t, from, to)).toBe(inside.filter(({ op }) => !isWrite(op)).length);
          }
    }),
    runs(60),
  );
});

/** The locks that each thread holds after each event, in the obvious form. */
function heldAfter(trace: Trace): Map<number, string[]>[] {
  const held = new Map<number, Map<string, number>>();
  const waiting = new Map<number, number>();
  return [...events(trace)].map(({ op, thread, target }) => {
    const own = held.get(thread) ?? held.set(thread, new Map()).get(thread)!;
    const key = `${op === Op.acquireShared || op === Op.releaseShared ? 'r' : 'w'}${target}`;
    const depth = own.get(key) ?? 0;
    if (op === Op.acquire || op === Op.acquireShared) own.set(key, depth + (waiting.get(thread) ?? 1));
    if (op === Op.acquire) waiting.delete(thread);
    if (op === Op.release || op === Op.releaseShared) own.set(key, depth - 1);
    if (op === Op.wait) {
      waiting.set(thread, depth);
      own.set(key, 0);
    }
    return new Map([...held].map(([t, locks]) => [t, [...locks].filter(([, n]) => n > 0).map(([lock]) => lock)]));
  });
}

test('after every event each thread is in the sections of the locks that it holds', () => {
  fc.assert(
    fc.property(traces, (trace) => {
      const run = runOfTrace(trace);
      const threads = Array.from({ length: trace.symbols.threads.size }, (_, t) => t);
      heldAfter(trace).forEach((held, row) => {
        for (const { thread, holds } of statesAt(run, threads, row)) {
          const locks = holds.map((span) => `${run.spans.kinds[span] === SpanKind.shared ? 'r' : 'w'}${run.spans.targets[span]}`);
          expect(locks.sort()).toEqual((held.get(thread) ?? []).sort());
        }
      });
    }),
    runs(200),
  );
});

test('spans of one level of a thread never overlap, and are in their order', () => {
  fc.assert(
    fc.property(traces, (trace) => {
      const { spans } = runOfTrace(trace);
      expect(spans.order).toHaveLength(spans.count);
      for (let group = 0; group + 1 < spans.orderStarts.length; group++) {
        let free = 0;
        for (let i = spans.orderStarts[group]!; i < spans.orderStarts[group + 1]!; i++) {
          const span = spans.order[i]!;
          expect(spans.threads[span]! * MOST_LEVELS + spans.levels[span]!).toBe(group);
          expect(spans.starts[span]).toBeGreaterThanOrEqual(free);
          free = spans.ends[span]!;
        }
      }
    }),
    runs(200),
  );
});

test('arrows are orders between threads, and a notify is that of the wait', () => {
  fc.assert(
    fc.property(traces, (trace) => {
      const { arrows, trace: view } = runOfTrace(trace);
      const before = happensBefore(trace);
      const { sources } = factsOf(view.columns);
      let last = 0;
      for (let i = 0; i < arrows.count; i++) {
        const [from, to] = [arrows.from[i]!, arrows.to[i]!];
        expect(to).toBeGreaterThanOrEqual(last);
        last = to;
        if (arrowKinds[arrows.kinds[i]!] === 'notify') expect(sources[to]).toBe(from + 1);
        else {
          expect(view.columns.threads[from]).not.toBe(view.columns.threads[to]);
          expect(before[to]![from]).toBe(1);
        }
      }
      expect(firstArrow(arrows, trace.length)).toBe(arrows.count);
    }),
    runs(200),
  );
});

test('a fork that ends where a lock is taken is never the other way round', () => {
  const run = runOfTrace(parse('M|fork(A)\nA|acq(m)\nA|rel(m)\nM|fork(B)\nB|acq(m)\nB|rel(m)'));
  const { arrows } = run;
  const into = Array.from({ length: arrows.count }, (_, i) => i).filter((i) => arrows.to[i] === 4);
  expect(into.map((i) => arrowKinds[arrows.kinds[i]!]).sort()).toEqual(['fork', 'lock']);
  expect(arrows.from[lockArrow(arrows, 4)]).toBe(2);
  const turned = into.filter((i) => isTurned({ turned: new Set([4]) }, arrowKinds[arrows.kinds[i]!]!, 4));
  expect(turned).toEqual([lockArrow(arrows, 4)]);
});

test('a part that begins with a lock held shows it as held from there', () => {
  const columns = columnsOf(parse('A|w(x)\nA|rel(m)\nB|rrel(n)\nB|acq(m)'));
  const run = runOf({ columns, symbols: parse('A|w(x)').symbols }, true);
  expect(spansAt(run, 0, 0).map((span) => run.spans.kinds[span])).toEqual([SpanKind.section]);
  expect(spansAt(run, 1, 1).map((span) => run.spans.kinds[span])).toEqual([SpanKind.shared]);
  expect(spansAt(run, 0, 1)).toEqual([]);
});

test('who asks, waits or stands at a barrier is blocked until it goes on', () => {
  const run = runOfTrace(
    parse('A|acq(m)\nB|req(m)\nA|wait(m)\nB|acq(m)\nB|notify(m)\nB|rel(m)\nA|acq(m)\nA|benter(b)\nA|bexit(b)'),
  );
  const { kinds, starts, ends, count } = run.spans;
  const all = Array.from({ length: count }, (_, i) => [kinds[i], starts[i], ends[i]]);
  expect(all).toEqual([
    [SpanKind.section, 0, 2],
    [SpanKind.blocked, 1, 3],
    [SpanKind.wait, 2, 6],
    [SpanKind.section, 3, 5],
    [SpanKind.section, 6, 9],
    [SpanKind.blocked, 7, 8],
  ]);
});
