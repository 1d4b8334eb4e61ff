// Locks that are stolen are order alone; acquires of threads that do other things meanwhile.

import { describe, expect, test } from 'vitest';
import { MEANWHILE, Order, Raw, TRIES, VALUES } from '../../../src/raw/format.ts';
import { RawLogWriter } from '../raw-log.ts';
import { assembled, lines } from './assembled.ts';

const A = 0x100;

async function played(...steps: readonly (readonly [thread: number, kind: number, extra?: number])[]): Promise<string[]> {
  const logs = [0, 1, 2].map((number) => new RawLogWriter(number));
  for (const [i, [thread, kind, extra = 0]] of steps.entries()) logs[thread]!.stamp(i + 1).record(kind, { address: A, extra });
  return lines((await assembled(logs)).trace);
}

describe('a stolen lock', () => {
  test('orders a release before later acquires', async () => {
    const order = await played(
      [0, Raw.acquire],
      [0, Raw.release],
      [1, Raw.steal],
      [1, Raw.acquire],
      [1, Raw.release],
      [2, Raw.acquire],
    );
    expect(order).toEqual(['T0 vw(m100)', 'T1 vr(m100)', 'T1 vw(m100 (2))', 'T2 vr(m100)', 'T2 vr(m100 (2))']);
  });

  test('does not order what its holder does once it may be lost', async () => {
    expect(await played([0, Raw.acquire], [1, Raw.steal], [1, Raw.acquire], [0, Raw.release], [2, Raw.acquire])).toEqual([]);
  });

  test('does not order readers among themselves', async () => {
    const shared = [Raw.acquireShared, Raw.releaseShared] as const;
    expect(await played([2, Raw.steal], [0, shared[0]], [0, shared[1]], [1, shared[0]], [1, shared[1]])).toEqual([
      'T0 vw(m100)',
      'T1 vw(m100 (2))',
    ]);
    const written = await played([2, Raw.steal], [0, shared[0]], [0, shared[1]], [1, Raw.acquire]);
    expect(written).toEqual(['T0 vw(m100)', 'T1 vr(m100)']);
  });

  test('is another lock than one that nobody steals', async () => {
    expect(await played([0, Raw.acquire], [0, Raw.release], [1, Raw.acquire, TRIES])).toEqual([
      ...['T0 acq(m100)', 'T0 rel(m100)', 'T1 try(m100)', 'T1 acq(m100)'],
    ]);
  });
});

describe('an acquire while the thread does other things', () => {
  /** A mutex of Atomics at 0x800: both threads take it, so that it is one. */
  function mutex(log: RawLogWriter, time: number, before: number, after: number): void {
    const kind = after === 0 ? Raw.atomicStore : Raw.atomicUpdate;
    log
      .stamp(time)
      .record(kind, { address: 0x800, size: 4, extra: Order.sequential | VALUES })
      .values(BigInt(before), BigInt(after));
  }

  test('is a try if the thread has a lock that is made of atomics', async () => {
    const logs = [0, 1].map((number) => new RawLogWriter(number));
    for (const [i, log] of logs.entries()) {
      mutex(log, 10 * i + 1, 0, 1);
      log.stamp(10 * i + 2).record(Raw.acquire, { address: A, extra: i === 0 ? MEANWHILE : 0 });
      log.stamp(10 * i + 3).record(Raw.release, { address: A });
      mutex(log, 10 * i + 4, 1, 0);
      log.stamp(10 * i + 5).record(Raw.acquire, { address: A, extra: MEANWHILE });
      log.stamp(10 * i + 6).record(Raw.release, { address: A });
    }
    const tries = lines((await assembled(logs)).trace).filter((line) => /^T\d (?:try|acq)\(m100\)/.test(line));
    expect(tries).toEqual(['T0 try(m100)', 'T0 acq(m100)', 'T0 acq(m100)', 'T1 acq(m100)', 'T1 acq(m100)']);
  });
});
