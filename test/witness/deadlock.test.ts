// The checker on schedules of deadlocks: what it accepts, what it refuses, and on mutilated ones it agrees with a replay in its most obvious
// form.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deadlock } from '../../src/detectors/deadlock/index.ts';
import { columnsOf } from '../../src/trace/columns.ts';
import type { Deadlock } from '../../src/trace/outcome.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { ScheduleChecker } from '../../src/witness/check.ts';
import { askedArbitrary } from '../arbitrary/nested.ts';
import { provesDeadlock } from '../referee/deadlocks.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';

function check(text: string, schedule: readonly number[], cycle: readonly number[]) {
  const trace = parse(text.replaceAll('; ', '\n'));
  return new ScheduleChecker(columnsOf(trace), trace.symbols).checkDeadlock(schedule, cycle);
}

const INVERSION = 'A|acq(m); A|acq(n); A|rel(n); A|rel(m); B|acq(n); B|acq(m); B|rel(m); B|rel(n)';
const READERS = 'A|racq(m); A|racq(n); A|rrel(n); A|rrel(m); B|racq(n); B|acq(m); B|rel(m); B|rrel(n)';
const WAIT =
  'A|acq(m); A|acq(n); A|wait(n); B|acq(n); B|notify(n); B|rel(n); A|acq(n); A|rel(n); A|rel(m); C|acq(n); C|acq(m); C|rel(m); C|rel(n)';

describe('schedules that prove a deadlock', () => {
  it.each([
    ['two locks in two orders', INVERSION, [0, 4], [1, 5]],
    ['wherever the cycle begins', INVERSION, [4, 0], [5, 1]],
    ['readers that keep out a writer', READERS.replace('A|racq(n)', 'A|acq(n)').replace('A|rrel(n)', 'A|rel(n)'), [0, 4], [1, 5]],
    ['who takes its lock back after a wait', WAIT, [0, 1, 2, 3, 4, 5, 9], [6, 10]],
    ['a lock that was requested', 'A|acq(m); A|req(n); A|acq(n); A|rel(n); A|rel(m); B|acq(n); B|acq(m)', [0, 1, 5], [2, 6]],
  ])('%s', (_, text, schedule, cycle) => {
    expect(check(text, schedule, cycle)).toEqual({ ok: true });
  });
});

describe('schedules that prove no deadlock', () => {
  it.each([
    ['one thread', INVERSION, [0, 4], [1], /at least two threads/],
    ['no such event', INVERSION, [0, 4], [1, 77], /no event 77/],
    ['not a position', INVERSION, [0, 4], [1, 5.5], /no event 5.5/],
    ['twice the same thread', INVERSION, [0, 1, 2], [3, 3], /same thread/],
    ['twice the same lock', 'A|acq(m); B|acq(m)', [], [0, 1], /same lock/],
    ['an event that is no acquire', INVERSION, [0, 1], [2, 5], /is no acquire/],
    ['not yet there', INVERSION, [4], [1, 5], /"A" \(event 1\) is not the next event/],
    ['nobody in the way', INVERSION, [], [0, 4], /not kept out/],
    ['readers beside readers', READERS.replace('B|acq(m); B|rel(m)', 'B|racq(m); B|rrel(m)'), [0, 4], [1, 5], /not kept out/],
    [
      'a lock that is only tried',
      INVERSION.replace('B|acq(m)', 'B|try(m); B|acq(m)'),
      [0, 4, 5],
      [1, 6],
      /does not wait for ever/,
    ],
    ['its own lock', 'A|acq(m); A|acq(n); A|acq(m); B|acq(o); B|acq(n)', [0, 1, 3], [2, 4], /not kept out/],
    ['a sleeper that nobody woke', WAIT, [0, 1, 2, 9], [6, 10], /nobody has notified/],
    ['an impossible schedule', INVERSION, [0, 4, 5], [1, 6], /holds the lock/],
    [
      'a read of another write',
      `A|w(x); ${INVERSION.replace('B|acq(n)', 'B|r(x); B|acq(n)')}`,
      [5, 0, 1, 6],
      [2, 7],
      /would see no write/,
    ],
    [
      'a last read of another write',
      `A|w(x); ${INVERSION.replace('B|acq(m)', 'B|r(x); B|acq(m)')}`,
      [5, 6],
      [2, 7],
      /would see no write/,
    ],
  ])('%s', (_, text, schedule, cycle, reason) => {
    const verdict = check(text, schedule, cycle);
    expect(verdict).toMatchObject({ ok: false });
    expect((verdict as { reason: string }).reason).toMatch(reason);
  });
});

function found(trace: Trace): Deadlock[] {
  const deadlocks: Deadlock[] = [];
  const analysis = deadlock.analysis((one) => deadlocks.push(one));
  for (const block of trace.blocks) analysis.block(block);
  analysis.end();
  return deadlocks;
}

/** A schedule with one or two things wrong, perhaps. */
function mutated(schedule: readonly number[], [kind, a, b]: readonly [number, number, number]): number[] {
  const i = a % (schedule.length + 1);
  const j = b % Math.max(1, schedule.length);
  if (kind === 0) return schedule.toSpliced(i, 1);
  if (kind === 1) return schedule.toSpliced(i, 0, b);
  if (kind === 2) return schedule.slice(0, i);
  if (kind === 3) return schedule.toSpliced(i, 1).toSpliced(j, 0, ...schedule.slice(i, i + 1));
  return [...schedule];
}

describe('mutilated schedules', () => {
  it('are judged as an obvious replay judges them', () => {
    const number = fc.nat(40);
    const mutation = fc.tuple(fc.nat(4), number, number);
    let refused = 0;
    fc.assert(
      fc.property(
        askedArbitrary(),
        fc.array(mutation, { minLength: 1, maxLength: 2 }),
        fc.tuple(number, number),
        (trace, mutations, [at, other]) => {
          const checker = new ScheduleChecker(columnsOf(trace), trace.symbols, 2);
          for (const { cycle, witness } of found(trace)) {
            const schedule = mutations.reduce(mutated, [...witness!]);
            const wrong = at % 4 === 0 ? cycle.with(at % cycle.length, other) : cycle;
            const verdict = checker.checkDeadlock(schedule, wrong);
            if (!verdict.ok) refused++;
            expect(verdict.ok, JSON.stringify(verdict)).toBe(provesDeadlock(trace, schedule, wrong));
            expect(checker.checkDeadlock(witness!, cycle)).toEqual({ ok: true });
          }
        },
      ),
      runs(1500),
    );
    expect(refused).toBeGreaterThan(0);
  });
});
