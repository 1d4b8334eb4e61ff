// Which atomics are locks: those that act as one, and none of those that only look like it.

import { describe, expect, test } from 'vitest';
import { Order, Raw } from '../../../src/raw/format.ts';
import { RawLogWriter } from '../raw-log.ts';
import { assembled, lines } from './assembled.ts';

const L = 0x100;
const X = 0x200;

/** A schedule: each step is by a thread, at its own time. */
type Step = (log: RawLogWriter) => unknown;

async function played(steps: readonly [thread: number, step: Step][]): Promise<string[]> {
  const logs = [0, 1, 2].map((number) => new RawLogWriter(number));
  for (const [i, [thread, step]] of steps.entries()) step(logs[thread]!.stamp(i + 1));
  return lines((await assembled(logs)).trace).map((line) =>
    line.replace('m100', 'L').replace('100:4', 'l').replace('200:4', 'x'),
  );
}

const cas =
  (before: number, after: number, order?: number): Step =>
  (log) =>
    log.atomicUpdate(L, before, after, order);
const load =
  (value: number, order?: number): Step =>
  (log) =>
    log.atomicLoad(L, value, order);
const store =
  (value: number, order?: number): Step =>
  (log) =>
    log.atomicStore(L, value, order);
const write: Step = (log) => log.write(X);
const both =
  (...steps: Step[]): Step =>
  (log) => {
    for (const step of steps) step(log);
  };

const isLock = (events: string[]) => events.some((event) => event.includes('acq(L)'));

describe('a lock is', () => {
  test('what is taken by compare-and-exchange and freed by a store', async () => {
    const events = await played([
      [0, store(0)],
      [0, cas(0, 1)],
      [1, load(1)],
      [0, write],
      [0, store(0)],
      [1, cas(0, 1)],
      [1, write],
      [1, store(0)],
    ]);
    // Nobody need sleep for it.
    const section = (thread: number) => ['try(L)', 'acq(L)', 'w(x)', 'rel(L)'].map((event) => `T${thread} ${event}`);
    expect(events).toEqual([...section(0), ...section(1)]);
  });

  test('a futex mutex with waiters that mark it', async () => {
    const events = await played([
      [0, cas(0, 1)],
      [1, load(1)],
      [1, cas(1, 2)],
      [2, cas(2, 2)],
      [0, both(write, cas(2, 1), store(0))],
      [1, (log) => log.record(Raw.receive, { address: L })],
      [1, cas(0, 2)],
      [1, both(write, cas(2, 1))],
      [2, cas(1, 2)],
      [1, store(0)],
      [2, cas(0, 2)],
    ]);
    const expected = ['T0 acq(L)', 'T0 w(x)', 'T0 rel(L)', 'T1 acq(L)', 'T1 w(x)', 'T1 rel(L)', 'T2 acq(L)'];
    expect(events).toEqual(expected);
  });

  test('a mutex of musl: its word names the owner, and waiters or the owner set the upper bit', async () => {
    const MARK = 0x8000_0000;
    const events = await played([
      [0, cas(0, 7)],
      [1, load(7)],
      [1, cas(7, 7 + MARK)],
      [0, both(write, cas(7 + MARK, 0))],
      [1, cas(0, 9)],
      [2, cas(9, 9 + MARK)],
      [1, both(write, cas(9 + MARK, 0))],
      [2, both(cas(0, 11), cas(11, 11 + MARK))],
      [2, both(write, cas(11 + MARK, 0))],
    ]);
    const section = (thread: number) => ['try(L)', 'acq(L)', 'w(x)', 'rel(L)'].map((event) => `T${thread} ${event}`);
    expect(events).toEqual([...section(0), ...section(1), ...section(2)]);
  });

  test('one that is tested before it is tried', async () => {
    const own: Step = (log) => log.write(0x9000 + 64 * log.number, 8);
    const section = [both(load(0), own, cas(0, 1)), write, store(0)];
    const events = await played([0, 1, 0, 1].flatMap((thread) => section.map((step): [number, Step] => [thread, step])));
    expect(isLock(events)).toBe(true);
  });

  test('one that is free at another value than 0', async () => {
    const sections = [0, 1].map((thread): [number, Step] => [thread, both(cas(1, 0), write, store(1))]);
    expect(isLock(await played(sections))).toBe(true);
  });

  test('one that was initialised with a plain write, whose plain accesses stay', async () => {
    const events = await played([
      [0, (log) => log.write(L)],
      [0, both(cas(0, 1), store(0))],
      [1, both(cas(0, 1), store(0))],
      [2, (log) => log.read(L)],
    ]);
    expect(events.filter((event) => event.includes('(L)'))).toHaveLength(6);
    expect(events.filter((event) => event.includes('(l)')).map((event) => event.slice(0, 5))).toEqual([
      'T0 w(',
      'T0 rr',
      'T0 rw',
      'T0 rw',
      'T1 rr',
      'T1 rw',
      'T1 rw',
      'T2 r(',
    ]);
  });
});

describe('no lock is', () => {
  const section = [cas(0, 1), write, store(0)];
  const sections: [number, Step][] = [0, 1, 0].flatMap((thread) => section.map((step): [number, Step] => [thread, step]));
  const cases: Record<string, [number, Step][]> = {
    'what only one thread takes': [
      [0, cas(0, 1)],
      [1, load(1)],
      [0, store(0)],
    ],
    'what another thread frees': [...sections, [0, cas(0, 1)], [1, store(0)]],
    'what another thread frees with an update': [...sections, [0, cas(0, 1)], [1, cas(1, 0)]],
    'what is taken by a store': [...sections, [0, store(1)], [0, store(0)]],
    'what is freed without release': [...sections, [0, cas(0, 1)], [0, store(0, Order.relaxed)]],
    'what is taken without acquire': [...sections, [0, cas(0, 1, Order.relaxed)], [0, store(0)]],
    'what is freed by a plain write': [...sections, [0, cas(0, 1)], [0, (log) => log.write(L)]],
    'what is used without values': [...sections, [0, (log) => log.atomicUpdate(L)]],
    'what atomics of another size touch': [...sections, [0, (log) => log.atomicLoad(L, 0, Order.sequential, 2)]],
    'what somebody sees free, and goes on': [...sections, [1, both(load(0), write)]],
    'what somebody sees free, and tells others': [...sections, [1, both(load(0), (log) => log.record(Raw.send, { address: 8 }))]],
    'what its owner changes to another value': [...sections, [0, both(cas(0, 1), cas(1, 3), cas(3, 0))]],
    'what its owner changes, and marks': [...sections, [0, both(cas(0, 1), cas(1, 0x8000_0005), store(0))]],
    'what waiters change to several values': [...sections, [0, cas(0, 1)], [1, cas(1, 2)], [2, cas(2, 3)], [0, store(0)]],
    'what its owner marks as done for others to see': [
      ...sections,
      [0, both(cas(0, 1), write, cas(1, 0x8000_0001))],
      [1, both(load(0x8000_0001), write)],
      [0, store(0)],
    ],
    'what its owner marks after it has taken a mark back': [
      ...sections,
      [0, cas(0, 1)],
      [1, cas(1, 2)],
      [0, both(cas(2, 1), cas(1, 0x8000_0001), store(0))],
    ],
    'a counter': [
      [0, cas(0, 1)],
      [1, cas(1, 2)],
      [0, cas(2, 3)],
    ],
    'a count of readers': [
      [0, cas(0, 1)],
      [1, cas(1, 2)],
      [1, cas(2, 1)],
      [0, cas(1, 0)],
      [1, cas(0, 1)],
      [1, cas(1, 0)],
    ],
    'a count of readers that enter twice': [
      [0, cas(0, 1)],
      [1, cas(1, 2)],
      [0, cas(2, 3)],
      [1, cas(3, 2)],
      [0, cas(2, 1)],
      [0, cas(1, 0)],
      [1, cas(0, 1)],
    ],
    'a count of owners who never meet': [
      [0, both(cas(1, 2), write, cas(2, 1))],
      [1, both(cas(1, 2), write, cas(2, 1))],
    ],
    'a barrier': [
      [0, cas(0, 1)],
      [1, cas(1, 2)],
      [1, store(0)],
      [1, cas(0, 1)],
      [0, cas(1, 2)],
      [0, store(0)],
    ],
    'a sequence lock': [
      [0, cas(0, 1)],
      [0, store(2)],
      [1, cas(2, 3)],
      [1, store(4)],
    ],
    'a flag': [
      [0, both(write, store(1))],
      [1, both(load(1), write)],
      [1, store(0)],
    ],
  };
  test('any of these, though their beginning is one', async () => {
    expect(isLock(await played(sections))).toBe(true);
  });

  test.each(Object.keys(cases))('%s', async (name) => {
    const events = await played(cases[name]!);
    expect(isLock(events)).toBe(false);
    expect(events.length).toBeGreaterThan(0);
  });
});
