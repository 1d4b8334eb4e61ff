import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsOf } from '../../src/trace/columns.ts';
import { ACCESS_KINDS, NO_ACCESS } from '../../src/trace/operation.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { replayed } from '../../src/viewer/model/blocked-replay.ts';
import { alikeAccesses, type Edit, type Edited, edited, holdsAround } from '../../src/viewer/model/edit.ts';
import { ThreadRows } from '../../src/viewer/model/thread-rows.ts';
import { features, traceArbitrary } from '../arbitrary/trace.ts';
import { conflicts, happensBefore, happensBeforeRaces } from '../referee/happens-before.ts';
import { parse } from '../referee/litmus.ts';
import { firstViolation } from '../referee/well-formed.ts';
import { runs } from '../runs.ts';

const traces = traceArbitrary({ features });
const viewOf = (trace: Trace) => ({ columns: columnsOf(trace), symbols: trace.symbols });

/** What must hold of a trace that was edited: well-formed by the definition, and each thread does what it did, with what was added. */
function checkEdited(before: Trace, made: Edited & { ok: true }): void {
  expect(firstViolation(made.trace)).toBe(undefined);
  const now = [...events(made.trace)];
  const last = new Map<number, number>();
  for (const { position, op, thread, target } of events(before)) {
    const place = made.places[position]!;
    expect([now[place]!.op, now[place]!.thread, now[place]!.target]).toEqual([op, thread, target]);
    expect(place).toBeGreaterThan(last.get(thread) ?? -1);
    last.set(thread, place);
  }
}

test('events that nobody changed run again as they were', () => {
  fc.assert(
    fc.property(traces, (trace) => {
      const { order, delayed, stuck } = replayed(columnsOf(trace));
      expect([...order]).toEqual(Array.from({ length: trace.length }, (_, e) => e));
      expect([delayed, stuck]).toEqual([0, []]);
    }),
  );
});

test('whatever is held or joined, the trace stays well-formed or it is said why not', () => {
  const editArbitrary = (trace: Trace): fc.Arbitrary<Edit> => {
    const columns = columnsOf(trace);
    const rows = new ThreadRows(columns);
    const hold = fc.tuple(fc.nat(trace.length - 1), fc.nat(4), fc.nat(3)).map(([from, more, lock]): Edit => {
      let to = from;
      for (let i = 0; i < more; i++) to = rows.next(columns.threads[from]!, to) ?? to;
      return { kind: 'hold', lock: lock === 3 ? 'new lock' : `L${lock}`, from, to };
    });
    const join = fc
      .tuple(fc.nat(columns.bounds.threads - 1), fc.nat(trace.length - 1))
      .map(([thread, before]): Edit => ({ kind: 'join', thread, before }));
    return fc.oneof(hold, join);
  };
  let made = 0;
  let refused = 0;
  fc.assert(
    fc.property(
      traces
        .filter(({ length }) => length > 0)
        .chain((trace) => fc.tuple(fc.constant(trace), fc.array(editArbitrary(trace), { minLength: 1, maxLength: 3 }))),
      ([trace, edits]) => {
        const result = edited(viewOf(trace), edits);
        if (result.ok) {
          made++;
          checkEdited(trace, result);
        } else {
          refused++;
          expect(result.why).not.toBe('');
        }
      },
    ),
    runs(300, 40),
  );
  expect(Math.min(made, refused)).toBeGreaterThan(2);
});

test('a common lock around both accesses orders them, whatever else there is', () => {
  let seen = 0;
  fc.assert(
    fc.property(traces, fc.nat(), fc.boolean(), (trace, which, alike) => {
      const races = happensBeforeRaces(trace);
      if (races.length === 0) return;
      const view = viewOf(trace);
      const pair = races[which % races.length]!;
      const accesses = alike ? alikeAccesses(view, pair) : pair;
      const result = edited(view, holdsAround(view, new ThreadRows(view.columns), accesses, 'mended'));
      if (!result.ok) throw new Error(result.why);
      checkEdited(trace, result);
      const [a, b] = pair.map((row) => result.places[row]!) as [number, number];
      const before = happensBefore(result.trace);
      expect(before[Math.max(a, b)]![Math.min(a, b)]).toBe(1);
      seen++;
      if (!alike) return;
      // All that the two lines do: no pair of their accesses races any more.
      const held = new Set(accesses.map((row) => result.places[row]!));
      for (const [one, other] of conflicts(result.trace))
        if (held.has(one) && held.has(other)) expect(before[other]![one]).toBe(1);
    }),
    runs(300, 40),
  );
  expect(seen).toBeGreaterThan(3);
});

test('who is joined earlier has done all before, and races no more with what comes after', () => {
  const trace = parse('A|fork(B)\nB|w(x)|b.c:1\nA|r(x)|a.c:2\nB|w(y)\nA|join(B)');
  const result = edited(viewOf(trace), [{ kind: 'join', thread: 1, before: 2 }]);
  if (!result.ok) throw new Error(result.why);
  checkEdited(trace, result);
  expect(happensBeforeRaces(trace)).toEqual([[1, 2]]);
  expect(happensBeforeRaces(result.trace)).toEqual([]);
  expect(result.delayed).toBe(2);
  expect(result.otherReads).toBe(0);
});

test('who has to wait comes later, and may see another write', () => {
  const trace = parse('A|acq(m)\nA|w(x)\nB|w(x)\nA|r(x)\nA|rel(m)\nB|w(y)');
  const result = edited(viewOf(trace), [{ kind: 'hold', lock: 'm', from: 2, to: 2 }]);
  if (!result.ok) throw new Error(result.why);
  checkEdited(trace, result);
  expect([...result.places]).toEqual([0, 1, 5, 2, 3, 7]);
  expect([result.delayed, result.otherReads]).toEqual([3, 1]);
});

test('a lock that makes threads wait for each other is a deadlock, and says who waits', () => {
  const trace = parse('A|acq(m)\nA|w(x)\nA|fork(B)\nB|acq(n)\nB|w(x)\nB|rel(n)\nA|acq(n)\nA|rel(n)\nA|join(B)\nA|rel(m)');
  const result = edited(viewOf(trace), [{ kind: 'hold', lock: 'm', from: 4, to: 4 }]);
  expect(result).toEqual({ ok: false, deadlock: true, why: expect.stringContaining('"A" waits (acquire of "n") for "B"') });
  const early = edited(viewOf(parse('A|w(x)\nA|fork(B)\nB|w(x)')), [{ kind: 'join', thread: 1, before: 0 }]);
  expect(early.ok).toBe(false);
});

test('accesses of one line are held at once', () => {
  const trace = parse('A|r(n)|a.c:1\nA|w(n)|a.c:1\nB|r(n)|a.c:1\nB|w(n)|a.c:1\nA|w(y)|a.c:2\nA|r(n)|a.c:1');
  const view = viewOf(trace);
  const all = alikeAccesses(view, [1, 2]);
  expect(all.sort()).toEqual([0, 1, 2, 3, 5]);
  const edits = holdsAround(view, new ThreadRows(view.columns), all, 'm');
  expect(edits.map((edit) => edit.kind === 'hold' && [edit.from, edit.to])).toEqual([
    [0, 1],
    [5, 5],
    [2, 3],
  ]);
  expect(ACCESS_KINDS[view.columns.ops[4]!]).not.toBe(NO_ACCESS);
});
