// The checker of schedules: what it accepts, what it refuses and at which step; and on mutilated witnesses it agrees with a replay
// in its most obvious form.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { predict } from '../../src/detectors/predict/index.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import { Op } from '../../src/trace/operation.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';
import { ScheduleChecker } from '../../src/witness/check.ts';
import { basicFeatures, features, traceArbitrary } from '../arbitrary/trace.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';

function check(text: string, schedule: readonly number[]) {
  const trace = parse(text.replaceAll('; ', '\n'));
  return new ScheduleChecker(columnsOf(trace), trace.symbols).check(schedule);
}

describe('schedules that prove a race', () => {
  it.each([
    ['two writes side by side', 'A|w(x); B|w(x)', [0, 1]],
    ['the other way round', 'A|w(x); B|w(x)', [1, 0]],
    ['a critical section left out', 'A|acq(m); A|rel(m); A|w(x); B|acq(m); B|w(x); B|rel(m)', [0, 1, 3, 2, 4]],
    ['critical sections turned round', 'A|acq(m); A|w(x); A|rel(m); B|acq(m); B|rel(m); B|w(x)', [3, 4, 0, 1, 5]],
    ['a re-entrant lock', 'A|acq(m); A|acq(m); A|rel(m); A|rel(m); A|w(x); B|acq(m); B|w(x)', [0, 1, 2, 3, 5, 4, 6]],
    ['readers together', 'A|racq(m); A|w(x); A|rrel(m); B|racq(m); B|w(x)', [0, 3, 1, 4]],
    ['the racing read may see another write', 'A|w(x); B|r(x)', [1, 0]],
    ['fresh memory', 'A|w(x); A|alloc(x); A|w(x); B|w(x)', [0, 1, 2, 3]],
    [
      'a wait that was notified',
      'A|acq(m); A|wait(m); B|acq(m); B|notify(m); B|rel(m); A|acq(m); A|w(x); B|w(x)',
      [0, 1, 2, 3, 4, 5, 6, 7],
    ],
    ['a barrier', 'A|benter(b); B|benter(b); A|bexit(b); B|bexit(b); A|w(x); B|w(x)', [1, 0, 3, 2, 4, 5]],
  ])('%s', (_, text, schedule) => {
    expect(check(text, schedule)).toEqual({ ok: true });
  });
});

describe('schedules that prove nothing', () => {
  it.each([
    ['too short', 'A|w(x); B|w(x)', [1], 1, /ends with the two/],
    ['no such event', 'A|w(x); B|w(x)', [0, 7], 1, /no event 7/],
    ['not a position', 'A|w(x); B|w(x)', [0.5, 1], 0, /no event 0.5/],
    ['an event twice', 'A|w(y); A|w(x); B|w(x)', [0, 0, 1, 2], 1, /second time/],
    ['an event skipped', 'A|w(y); A|w(x); B|w(x)', [1, 2], 0, /skips an earlier event of thread "A"/],
    [
      'a read of another write',
      'A|w(y); B|r(y); B|w(x); A|w(x)',
      [1, 2, 3],
      0,
      /would see no write; in the trace it saw the write of event 0/,
    ],
    ['a read of a later write', 'A|r(y); A|w(x); B|w(y); B|w(x)', [2, 0, 1, 3], 1, /would see the write of event 2/],
    [
      'a write before a read that saw none',
      'A|w(z); A|r(y); A|w(x); B|w(y); B|w(x)',
      [0, 3, 1, 2, 4],
      2,
      /would see the write of event 3/,
    ],
    ['a volatile read of another write', 'A|vw(y); B|vr(y); B|w(x); A|w(x)', [1, 2, 3], 0, /would see no write/],
    ['a lock held by two', 'A|acq(m); A|w(x); A|rel(m); B|acq(m); B|w(x)', [0, 3, 1, 4], 1, /while thread "A" holds the lock/],
    ['a writer beside a reader', 'A|racq(m); A|w(x); A|rrel(m); B|acq(m); B|w(x)', [0, 3, 1, 4], 1, /while thread "A" holds/],
    ['a reader beside a writer', 'A|acq(m); A|w(x); A|rel(m); B|racq(m); B|w(x)', [0, 3, 1, 4], 1, /while thread "A" holds/],
    [
      'an inner release frees nothing',
      'A|acq(m); A|acq(m); A|rel(m); A|w(x); A|rel(m); B|acq(m); B|w(x)',
      [0, 1, 2, 5, 3, 6],
      3,
      /holds/,
    ],
    ['a child before its fork', 'A|fork(B); B|w(x); A|w(x)', [1, 2], 0, /before it is forked/],
    ['a join before the end', 'A|fork(B); B|w(y); B|w(x); A|join(B); A|w(x)', [0, 1, 3, 2, 4], 2, /before that thread has ended/],
    ['a join before the fork', 'C|fork(B); A|join(B); A|w(x); C|w(x)', [1, 2, 3], 0, /before that thread is forked/],
    [
      'a wait without its notify',
      'A|acq(m); A|wait(m); B|acq(m); B|notify(m); B|rel(m); A|acq(m); A|w(x); B|w(x)',
      [0, 1, 5, 6, 2, 3, 4, 7],
      2,
      /nobody has notified/,
    ],
    [
      'a notify before the wait',
      'A|acq(m); A|wait(m); B|acq(m); B|notify(m); B|rel(m); A|acq(m); A|w(x); B|w(x)',
      [2, 3, 4, 0, 1, 5, 6, 7],
      5,
      /nobody has notified/,
    ],
    [
      'a barrier left too early',
      'A|benter(b); B|benter(b); A|bexit(b); B|bexit(b); A|w(x); B|w(x)',
      [0, 2, 1, 3, 4, 5],
      1,
      /1 of the round/,
    ],
    ['two reads', 'A|w(x); A|r(x); B|r(x)', [0, 1, 2], 2, /both reads/],
    ['different variables', 'A|w(x); B|w(y)', [0, 1], 1, /different variables/],
    ['memory that was freed', 'A|w(x); B|alloc(x); B|w(x)', [1, 0, 2], 2, /different variables/],
    ['one thread', 'A|w(x); A|w(x)', [0, 1], 1, /same thread/],
    ['no accesses', 'A|w(x); B|acq(m)', [0, 1], 1, /not both accesses/],
    ['two atomics', 'A|vw(x); B|rw(x)', [0, 1], 1, /both atomic/],
    ['a plain and an atomic read', 'A|r(x); B|vr(x)', [0, 1], 1, /both reads/],
  ])('%s', (_, text, schedule, step, reason) => {
    expect(check(text, schedule)).toEqual({ ok: false, step, reason: expect.stringMatching(reason) });
  });

  it('forgets a refused schedule', () => {
    const trace = parse('A|acq(m)\nA|w(y)\nA|w(x)\nB|r(y)\nB|acq(n)\nB|w(x)');
    const checker = new ScheduleChecker(columnsOf(trace));
    const good = [0, 1, 3, 4, 2, 5];
    expect(checker.check(good)).toEqual({ ok: true });
    expect(checker.check([0, 1, 2, 4])).toMatchObject({ ok: false, step: 3 });
    expect(checker.check(good)).toEqual({ ok: true });
  });
});

/** Whether a schedule proves a race, read off the definition; only for the basic operations. */
function isProof(trace: Trace, schedule: readonly number[]): boolean {
  const all = [...events(trace)];
  const done: Event[] = [];
  const lastWrite = (list: Event[], x: number) => list.findLast((e) => e.op === Op.write && e.target === x)?.position;
  const depth = (t: number, lock: number) =>
    done.filter((e) => e.thread === t && e.target === lock && e.op === Op.acquire).length -
    done.filter((e) => e.thread === t && e.target === lock && e.op === Op.release).length;
  for (const [step, position] of schedule.entries()) {
    const event = all[position]!;
    const { thread, op, target } = event;
    const own = all.filter((e) => e.thread === thread && e.position < position);
    if (done.includes(event) || own.some((e) => !done.includes(e))) return false;
    const forked = (t: number) => all.every((e) => e.op !== Op.fork || e.target !== t || done.includes(e));
    if (!forked(thread)) return false;
    if (op === Op.read && step < schedule.length - 2 && lastWrite(done, target) !== lastWrite(all.slice(0, position), target))
      return false;
    if (op === Op.acquire && trace.symbols.threads.names().some((_, t) => t !== thread && depth(t, target) > 0)) return false;
    if (op === Op.join && !(forked(target) && all.every((e) => e.thread !== target || done.includes(e)))) return false;
    done.push(event);
  }
  const [a, b] = done.slice(-2);
  if (a === undefined || b === undefined || a.op > Op.write || b.op > Op.write || a.op + b.op === 0) return false;
  return a.target === b.target && a.thread !== b.thread;
}

/** Swaps, drops or repeats one step. */
function mutilated(witness: readonly number[], kind: number, a: number, b: number): number[] {
  const copy = [...witness];
  const i = a % copy.length;
  const j = b % copy.length;
  if (kind === 0) [copy[i], copy[j]] = [copy[j]!, copy[i]!];
  else if (kind === 1) copy.splice(i, 1);
  else if (kind === 2) copy.splice(i, 0, copy[j]!);
  else copy.splice(i, 0, ...copy.splice(j, 1));
  return copy;
}

/** Witnesses of a trace, each mutilated in several ways: judged one after the other. */
function witnessesOf(trace: Trace): number[][] {
  const witnesses: number[][] = [];
  const analysis = predict.analysis((_first, _second, witness) => witnesses.push([...witness!]));
  for (const block of trace.blocks) analysis.block(block);
  analysis.end();
  return witnesses;
}

describe('one checker for many schedules', () => {
  it('judges each as if it were the first, however much of the beginning it keeps', () => {
    let refused = 0;
    const change = fc.record({ kind: fc.nat(3), a: fc.nat(200), b: fc.nat(200) });
    fc.assert(
      fc.property(
        traceArbitrary({ features, items: 14 }),
        fc.array(change, { minLength: 4, maxLength: 4 }),
        fc.integer({ min: 1, max: 9 }),
        (trace, changes, spacing) => {
          const columns = columnsOf(trace);
          const one = new ScheduleChecker(columns, trace.symbols, spacing);
          const whole = Array.from({ length: trace.length }, (_, e) => e);
          const schedules = [whole, ...witnessesOf(trace)].filter((schedule) => schedule.length > 0);
          for (const schedule of schedules)
            for (const { kind, a, b } of changes) {
              const mutant = mutilated(schedule, kind, a, b);
              const verdict = one.check(mutant);
              expect(verdict).toEqual(new ScheduleChecker(columns, trace.symbols).check(mutant));
              if (!verdict.ok) refused++;
              // What comes as in the trace need not be written out.
              const differs = mutant.findIndex((e, i) => e !== i);
              const before = Math.max(0, Math.min(differs < 0 ? mutant.length : differs, mutant.length - 2, a));
              expect(one.check(mutant.slice(before), before)).toEqual(verdict);
              expect(one.check(schedule)).toEqual(new ScheduleChecker(columns, trace.symbols).check(schedule));
            }
        },
      ),
      runs(150),
    );
    expect(refused).toBeGreaterThan(20);
  });
});

describe('mutilated witnesses', () => {
  it('are judged as the definition judges them', () => {
    let accepted = 0;
    let refused = 0;
    const change = fc.record({ kind: fc.nat(3), a: fc.nat(200), b: fc.nat(200) });
    fc.assert(
      fc.property(
        traceArbitrary({ features: basicFeatures }),
        fc.array(change, { minLength: 8, maxLength: 8 }),
        (trace, changes) => {
          const checker = new ScheduleChecker(columnsOf(trace), trace.symbols);
          const analysis = predict.analysis((_first, _second, witness) => {
            for (const { kind, a, b } of changes) {
              const schedule = mutilated([...witness!], kind, a, b);
              const verdict = checker.check(Uint32Array.from(schedule));
              expect(verdict.ok).toBe(isProof(trace, schedule));
              if (verdict.ok) accepted++;
              else refused++;
            }
          });
          for (const block of trace.blocks) analysis.block(block);
          analysis.end();
        },
      ),
      runs(150, 25),
    );
    expect(accepted).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(20);
  });
});
