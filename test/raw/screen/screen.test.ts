// The screen is right if it never says that nothing can race where something can: neither in the run, by the definitions, nor in any
// correct reordering of its trace, by exhaustive search. And it is worth its time if programs that keep to their locks pass.

import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Order, PLACE_BIT, Raw } from '../../../src/raw/format.ts';
import { runs } from '../../runs.ts';
import { arbitrarySteps, Program } from '../assemble/program.ts';
import { RawLogWriter } from '../raw-log.ts';
import { arbitraryDiscipline, disciplined } from './disciplined.ts';
import { canRace, screenedLogs } from './screened-logs.ts';
import { arbitraryVisits, visited } from './taken-out.ts';

describe('what passes the screen', () => {
  test('had no race, whatever the program does', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySteps, async (steps) => {
        const program = new Program(steps);
        if ((await screenedLogs(program.logs)) === undefined) return;
        expect(program.races()).toEqual([]);
        expect(await canRace(program.logs)).not.toBe(true);
      }),
      runs(240),
    );
  });

  test('can have no race in another order', async () => {
    let clean = 0;
    let racy = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryDiscipline, async (steps) => {
        const logs = disciplined(steps);
        const passed = (await screenedLogs(logs)) !== undefined;
        const races = await canRace(logs);
        if (passed) expect(races).not.toBe(true);
        if (passed && races === false) clean++;
        if (races === true) racy++;
      }),
      runs(240),
    );
    // The property says something: both kinds are there.
    const some = runs(240).numRuns / 24;
    expect(clean).toBeGreaterThan(some);
    expect(racy).toBeGreaterThan(some);
  });

  test('can have no race where memory is taken out of a box and used without a lock', async () => {
    let clean = 0;
    let racy = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryVisits, async (visits) => {
        const logs = visited(visits);
        const passed = (await screenedLogs(logs)) !== undefined;
        const races = await canRace(logs);
        if (passed) expect(races).not.toBe(true);
        if (passed && races === false) clean++;
        if (races === true) racy++;
      }),
      runs(600),
    );
    const some = runs(600).numRuns / 60;
    expect(clean).toBeGreaterThan(some);
    expect(racy).toBeGreaterThan(some);
  });
});

/** A step of one of two threads that the first forked. */
type Step = readonly [thread: 1 | 2, deed: (log: RawLogWriter) => RawLogWriter];

function logsOf(steps: readonly Step[]): RawLogWriter[] {
  const logs = [0, 1, 2].map((number) => new RawLogWriter(number));
  let time = 0;
  for (const thread of [1, 2]) {
    logs[0]!.stamp(++time).record(Raw.fork, { address: thread });
    logs[thread]!.stamp(++time).record(Raw.begin);
  }
  for (const [thread, deed] of steps) deed(logs[thread]!.stamp(++time));
  return logs;
}

const X = 0x1000;
const FLAG = 0x2000;
const [A, B] = [0x10, 0x18];
const write = (log: RawLogWriter) => log.write(X, 8);
const under = (locks: readonly number[], work: (log: RawLogWriter) => RawLogWriter) => (log: RawLogWriter) => {
  for (const lock of locks) log.acquire(lock);
  work(log);
  for (const lock of locks) log.release(lock);
  return log;
};
const look = (log: RawLogWriter) => log.read(FLAG, 8);
const takeOut = (log: RawLogWriter) => look(log).write(FLAG, 8);
const store = (order: number) => (log: RawLogWriter) => log.atomicStore(FLAG, 1, order);
const load = (order: number) => (log: RawLogWriter) => log.atomicLoad(FLAG, 1, order);
const shared = (work: (log: RawLogWriter) => RawLogWriter) => (log: RawLogWriter) =>
  work(log.record(Raw.acquireShared, { address: A })).record(Raw.releaseShared, { address: A });

describe('passes', () => {
  test.each<[string, Step[]]>([
    [
      'one lock',
      [
        [1, under([A], write)],
        [2, under([A], write)],
      ],
    ],
    [
      'one of two locks',
      [
        [1, under([A, B], write)],
        [2, under([B], write)],
      ],
    ],
    [
      'release and acquire',
      [
        [1, write],
        [1, store(Order.release)],
        [2, load(Order.acquire)],
        [2, write],
      ],
    ],
    [
      'what a box under a lock hands on',
      [
        [1, write],
        [1, under([A], (log) => log.write(FLAG, 8))],
        [2, under([A], (log) => log.read(FLAG, 8))],
        [2, write],
      ],
    ],
    [
      'bytes that nobody shares',
      [
        [1, (log) => log.write(X, 4)],
        [2, (log) => log.write(X + 4, 4)],
        [1, (log) => log.write(X + 2, 1)],
      ],
    ],
    [
      'readers',
      [
        [1, (log) => log.read(X, 8)],
        [2, (log) => log.read(X, 8)],
      ],
    ],
    [
      'readers who share a lock with one who writes',
      [
        [1, shared((log) => log.read(X, 8))],
        [2, under([A], write)],
      ],
    ],
    [
      'what others came by under the lock, before it was taken out',
      [
        [2, under([A], (log) => look(log).read(X, 8))],
        [1, under([A], takeOut)],
        [1, write],
      ],
    ],
    [
      'what one came by through a box that was filled anew since',
      [
        [2, under([A], (log) => look(log).read(X, 8))],
        [2, under([A], (log) => look(log).write(X, 4))],
        [2, under([A], (log) => look(log).write(FLAG, 8))],
        [1, under([A], takeOut)],
        [1, write],
      ],
    ],
    [
      'memory that was given out anew',
      [
        [1, write],
        [2, (log) => log.allocate(X, 8)],
        [2, write],
      ],
    ],
  ])('%s', async (_, steps) => {
    const logs = logsOf(steps);
    expect(await screenedLogs(logs)).toBeDefined();
    expect(await canRace(logs)).toBe(false);
  });
});

/** A lock of the program's own, made of an atomic. */
const spin = (log: RawLogWriter) => log.atomicUpdate(FLAG, 0, 1).atomicStore(FLAG, 0);

describe('locks', () => {
  test.each<[string, boolean, Step[]]>([
    [
      'in one order',
      true,
      [
        [1, under([A, B], write)],
        [2, under([A, B], write)],
      ],
    ],
    [
      'in opposite orders, which may deadlock,',
      false,
      [
        [1, under([A, B], write)],
        [2, under([B, A], write)],
      ],
    ],
    [
      'made of atomics',
      false,
      [
        [1, spin],
        [2, spin],
      ],
    ],
  ])('%s are passed: %s', async (_, isPassed, steps) => {
    expect((await screenedLogs(logsOf(steps))) !== undefined).toBe(isPassed);
  });
});

describe('is in doubt about', () => {
  test.each<[string, Step[]]>([
    [
      'a plain write that knows of an atomic load, and not of the next one',
      [
        [2, (log) => log.atomicLoad(X, 0, Order.relaxed)],
        [2, store(Order.release)],
        [2, (log) => log.atomicLoad(X, 0, Order.relaxed)],
        [1, load(Order.acquire)],
        [1, (log) => log.write(X, 4)],
      ],
    ],
    [
      'no lock',
      [
        [1, write],
        [2, write],
      ],
    ],
    [
      'a lock that not all have',
      [
        [1, under([A, B], write)],
        [2, under([A], write)],
        [1, under([B], write)],
      ],
    ],
    [
      'what was read before the look into the box',
      [
        [2, under([A], (log) => look(log.read(X, 8)))],
        [1, under([A], takeOut)],
        [1, write],
      ],
    ],
    [
      'an earlier critical section that has not looked into the box',
      [
        [2, under([A], (log) => log.read(X, 8))],
        [2, under([A], (log) => look(log).read(X, 8))],
        [1, under([A], takeOut)],
        [1, write],
      ],
    ],
    [
      'a box that is overwritten unseen',
      [
        [2, under([A], (log) => log.write(FLAG, 8))],
        [2, under([A], (log) => look(log).read(X, 8))],
        [1, under([A], (log) => log.write(FLAG, 8))],
        [1, write],
      ],
    ],
    [
      'a box under another lock',
      [
        [2, under([A], (log) => look(log).read(X, 8))],
        [1, under([B], (log) => look(log))],
        [1, under([B], write)],
      ],
    ],
    [
      'what is read after the lock is given up',
      [
        [2, under([A], look)],
        [2, (log) => log.read(X, 8)],
        [1, under([A], takeOut)],
        [1, write],
      ],
    ],
    [
      'what came before the lock',
      [
        [1, write],
        [1, under([A], write)],
        [2, under([A], write)],
      ],
    ],
    [
      'a store that releases nothing',
      [
        [1, write],
        [1, store(Order.relaxed)],
        [2, load(Order.acquire)],
        [2, write],
      ],
    ],
    [
      'a load that acquires nothing',
      [
        [1, write],
        [1, store(Order.release)],
        [2, load(Order.relaxed)],
        [2, write],
      ],
    ],
    [
      'what came after the release',
      [
        [1, store(Order.release)],
        [1, write],
        [2, load(Order.acquire)],
        [2, write],
      ],
    ],
    [
      'a byte of a word that was parted',
      [
        [1, (log) => log.write(X, 4)],
        [1, (log) => log.write(X + 4, 4)],
        [2, (log) => log.write(X + 5, 1)],
      ],
    ],
    [
      'a byte of a page',
      [
        [1, (log) => log.writeRange(X, 4096)],
        [2, (log) => log.write(X + 4095, 1)],
      ],
    ],
    [
      'a plain write beside an atomic load',
      [
        [1, load(Order.sequential)],
        [2, (log) => log.write(FLAG, 4)],
      ],
    ],
    [
      'writers who share a lock with readers',
      [
        [1, shared(write)],
        [2, shared(write)],
      ],
    ],
  ])('%s', async (_, steps) => {
    const logs = logsOf(steps);
    expect(await screenedLogs(logs)).toBeUndefined();
    expect(await canRace(logs)).toBe(true);
  });
});

describe('leaves to the trace', () => {
  const spin = (deed: (log: RawLogWriter) => RawLogWriter): Step[] => [
    [1, (log) => log.allocate(FLAG, 8)],
    [1, write],
    [1, (log) => log.atomicUpdate(FLAG, 0, 1)],
    [1, (log) => log.atomicStore(FLAG, 0)],
    [2, (log) => log.atomicUpdate(FLAG, 0, 1)],
    [2, (log) => log.atomicStore(FLAG, 0)],
    [2, write],
    [2, deed],
  ];
  const record =
    (kind: number, address = 0) =>
    (log: RawLogWriter) =>
      log.record(kind, { address });
  test.each<[string, Step[]]>([
    ['a lock made of an atomic', spin((log) => log)],
    ['a lock made of an atomic whose memory goes', spin((log) => log.free(FLAG))],
    [
      'a writer while others read',
      [
        [1, record(Raw.acquireShared, A)],
        [2, under([A], write)],
        [1, (log) => log.read(X, 8)],
      ],
    ],
    ['a release of what is not held', [[1, record(Raw.release, A)]]],
    ['memory whose races are benign', [[1, (log) => log.record(Raw.benign, { address: X }).record(Raw.length, { address: 8 })]]],
    ['a block that the program calls atomic', [[1, record(Raw.enter)]]],
    ['a thread that is forked twice', [[1, record(Raw.fork, 2)]]],
    ['a thread that begins twice', [[1, record(Raw.begin)]]],
    [
      'a thread that is joined before it ends',
      [
        [1, record(Raw.join, 2)],
        [2, write],
      ],
    ],
    [
      'two arrivals at a barrier without an exit',
      [
        [1, record(Raw.barrierEnter, A)],
        [1, record(Raw.barrierEnter, A)],
      ],
    ],
    ['an exit from no barrier', [[1, record(Raw.barrierExit, A)]]],
    [
      'a block with less than nothing in it',
      [[1, (log) => log.record(Raw.allocate, { address: X }).record(Raw.length, { address: 8, extra: 9 })]],
    ],
    [
      'half a granule with an atomic in the other half',
      [
        [1, store(Order.sequential)],
        [1, (log) => log.allocate(FLAG + 4, 4)],
      ],
    ],
    ['an atomic over two granules', [[1, (log) => log.atomicStore(FLAG + 4, 1, Order.sequential, 8)]]],
  ])('%s', async (_, steps) => {
    expect(await screenedLogs(logsOf(steps))).toBeUndefined();
  });

  test('everything, where there is no WebAssembly', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await screenedLogs(logsOf([[1, under([A], write)]]))).toBeUndefined();
  });
});

test('who called is nobody’s doubt, and no event', async () => {
  const log = (number: number, calls: boolean, lock: number) => {
    const own = new RawLogWriter(number).stamp(1 + 10 * number);
    if (calls) own.call(1).place(2, 1);
    own.acquire(lock).write(0x100, 4, calls ? PLACE_BIT + 1 : 2);
    if (calls) own.call(3, 1).call(4, 2).place(5, 3);
    return own.release(lock);
  };
  const logs = (calls: boolean, other = 0x900) => [log(0, calls, 0x900), log(1, calls, other)];
  const passed = await screenedLogs(logs(true));
  expect(passed).toBeDefined();
  expect(passed).toEqual(await screenedLogs(logs(false)));
  expect(await screenedLogs(logs(true, 0xa00))).toBeUndefined();
});
