// Signal handlers that record while the runtime is in the middle of a record. A handler after every single instruction of it, one at a
// time: the processor's trap flag makes the schedule, so no clock does.

import { beforeEach, describe, expect, test } from 'vitest';
import { type Entry, recorded, useRuntime } from './recorded.ts';
import { roundsFor, stepping } from './stepping.ts';

useRuntime();
beforeEach((context) => {
  context.skip(process.arch !== 'x64', 'the trap flag of x86');
});

const ROUNDS = roundsFor(250);

/** The atomics of a log by rounds; the handler came in the first ones, until `own` had no more instructions. */
function rounds(log: readonly Entry[]): Entry[][] {
  const updates = log.filter(({ kind }) => kind === 'atomicUpdate');
  const interrupted = updates.length - ROUNDS;
  return Array.from({ length: ROUNDS }, (_, i) =>
    i < interrupted ? updates.slice(2 * i, 2 * i + 2) : updates.slice(interrupted + i, interrupted + i + 1),
  );
}

test('a time is told once, and none is lost', () => {
  const update = (what: string): string => `__atomic_fetch_add(&${what}, 1, __ATOMIC_SEQ_CST);`;
  const { threads, status } = recorded(stepping(update('mine'), update('theirs'), { rounds: ROUNDS }));
  expect(status).toBe(0);
  const all = rounds(threads[1]!);
  expect(all.filter(({ length }) => length === 2).length).toBeGreaterThan(ROUNDS / 5);
  let before = all[0]![0]!.time - 1;
  for (const round of all) {
    const times = round.map(({ time }) => time);
    expect(new Set(round.map(({ address }) => address)).size).toBe(round.length);
    // Each takes a number of its own; what was interrupted may have the number of the handler.
    expect(times.at(-1)).toBe(before + round.length);
    expect(times[0]).toBeGreaterThan(before);
    before += round.length;
  }
});

describe('a walk through memory that is interrupted', () => {
  const options = { rounds: roundsFor(400), before: '__atomic_fetch_add(&mine, 1, __ATOMIC_SEQ_CST);' };

  test.each([
    ['by another walk', 'for (int k = 0; k < 4; k++) other[k] = k;', 4],
    ['by synchronisation', '__atomic_fetch_add(&theirs, 1, __ATOMIC_SEQ_CST);', 0],
  ])('%s has each access once', (_, handled, others) => {
    const { threads, status } = recorded(stepping('same();', handled, options));
    expect(status).toBe(0);
    const log = threads[1]!;
    const writes = log.filter(({ kind }) => kind === 'write');
    const first = Math.min(...writes.map(({ address }) => address));
    const times = new Map<number, number>();
    for (const { address, size } of writes) {
      expect(size).toBe(4);
      times.set(address - first, (times.get(address - first) ?? 0) + 1);
    }
    // Which of the two arrays comes first is the linker's choice.
    const counts = [...times.values()].sort((a, b) => b - a);
    expect(counts.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => options.rounds));
    expect(counts).toHaveLength(4 + others);
    expect(new Set(counts.slice(4)).size).toBe(others / 4);
    expect(new Set(writes.map(({ at }) => at)).size).toBeLessThan(writes.length / 2);
  });

  test('by the same walk loses no access', () => {
    const { threads, status } = recorded(stepping('same();', 'same();', options));
    expect(status).toBe(0);
    let round = new Set<number>();
    const rounds = [round];
    for (const { kind, address } of threads[1]!) {
      if (kind === 'write') round.add(address);
      else if (kind === 'atomicUpdate') {
        round = new Set();
        rounds.push(round);
      }
    }
    expect(rounds.slice(1).map(({ size }) => size)).toEqual(Array.from({ length: options.rounds }, () => 4));
  });
});
