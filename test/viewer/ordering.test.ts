import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsOf } from '../../src/trace/columns.ts';
import { Op } from '../../src/trace/operation.ts';
import { events } from '../../src/trace/trace.ts';
import { whyOrdered } from '../../src/viewer/model/ordering.ts';
import { isRead, writeSeen } from '../../src/viewer/model/seen-write.ts';
import { factsOf } from '../../src/witness/facts.ts';
import { meetingsArbitrary } from '../arbitrary/meetings.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { happensBefore } from '../referee/happens-before.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';

const traces = fc.oneof(traceArbitrary({ features }), meetingsArbitrary());

test('two events have a chain just if the definition orders them, and each of its edges is an order of its kind', () => {
  fc.assert(
    fc.property(traces, (trace) => {
      const before = happensBefore(trace);
      const columns = columnsOf(trace);
      const all = [...events(trace)];
      for (let b = 0; b < trace.length; b++)
        for (let a = 0; a < b; a++) {
          const why = whyOrdered(columns, b, a);
          expect(why.ordered).toBe(before[b]![a] === 1);
          const edges = why.ordered ? why.chain : why.known;
          let at = why.ordered ? a : (edges[0]?.from ?? b);
          for (const { kind, from, to } of edges) {
            expect(from).toBe(at);
            expect(before[to]![from]).toBe(1);
            expect(kind === 'program').toBe(all[from]!.thread === all[to]!.thread);
            at = to;
          }
          expect(at).toBe(b);
        }
    }),
    runs(60),
  );
});

test('where two are not ordered, what is known of the other thread ends before the event, and what it hands over is not taken in time', () => {
  fc.assert(
    fc.property(traces, (trace) => {
      const before = happensBefore(trace);
      const columns = columnsOf(trace);
      for (let b = 0; b < trace.length; b++)
        for (let a = 0; a < b; a++) {
          const why = whyOrdered(columns, a, b);
          if (why.ordered) continue;
          const last = why.known[0]?.from;
          if (last !== undefined) {
            expect(columns.threads[last]).toBe(columns.threads[a]);
            expect(last).toBeLessThan(a);
          }
          if (why.takenBy !== undefined) expect(before[b]![why.takenBy] === 1 && before[why.takenBy]![a] === 1).toBe(false);
        }
    }),
    runs(60),
  );
});

test('the chain names the edges', () => {
  const trace = parse('A|w(x)\nA|acq(m)\nA|rel(m)\nB|acq(m)\nB|rel(m)\nB|fork(C)\nC|vw(v)\nD|vr(v)\nD|r(x)');
  const why = whyOrdered(columnsOf(trace), 0, 8);
  expect(why.ordered && why.chain.map(({ kind, from, to }) => `${kind} ${from} ${to}`)).toEqual([
    'program 0 2',
    'lock 2 3',
    'program 3 5',
    'fork 5 6',
    'atomic 6 7',
    'program 7 8',
  ]);
});

test('who joins a thread that ended with a fork comes after it by the join', () => {
  const why = whyOrdered(columnsOf(parse('A|fork(B)\nB|w(x)\nB|fork(C)\nA|join(B)\nC|w(y)')), 1, 3);
  expect(why.ordered && why.chain.map(({ kind }) => kind)).toEqual(['program', 'join']);
});

test('the missing path: who would have had to take what', () => {
  const trace = parse('A|acq(m)\nA|w(x)\nB|r(x)\nA|rel(m)\nB|acq(m)\nB|rel(m)');
  expect(whyOrdered(columnsOf(trace), 1, 2)).toEqual({
    ordered: false,
    first: 1,
    second: 2,
    known: [],
    handsOver: 3,
    takenBy: 4,
  });
});

test('a read saw the write that the checker of schedules says', () => {
  fc.assert(
    fc.property(traces, (trace) => {
      const columns = columnsOf(trace);
      const { sources } = factsOf(columns);
      for (const { position, op } of events(trace))
        expect(writeSeen(columns, position)).toBe(isRead(op) && sources[position]! > 0 ? sources[position]! - 1 : undefined);
    }),
  );
});

test('writes of fresh memory are not those of the old', () => {
  const columns = columnsOf(parse('A|w(x)\nA|alloc(x)\nA|r(x)'));
  expect(writeSeen(columns, 2)).toBe(undefined);
  expect(isRead(Op.volatileWrite)).toBe(false);
});
