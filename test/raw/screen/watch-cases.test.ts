// What the watch tells of small programs, and how it goes on: after a race, after what cannot have been, and into another era.

import { describe, expect, test } from 'vitest';
import { ONCE, Order, Raw } from '../../../src/raw/format.ts';
import type { ScreenKernel } from '../../../src/raw/screen/kernel.ts';
import { Watch } from '../../../src/raw/screen/watch.ts';
import { all } from '../../runs.ts';
import { RawLogWriter } from '../raw-log.ts';
import { GrowingLogs } from './sweeps.ts';
import { watched } from './watched.ts';

const X = 0x1000;
const FLAG = 0x2000;
const [A, B] = [0x10, 0x18];

type Step = readonly [thread: 1 | 2 | 3, deed: (log: RawLogWriter) => RawLogWriter];

/** The first thread forks three others, whose steps are at the times 7 and later. */
function logsOf(steps: readonly Step[]): RawLogWriter[] {
  const logs = [0, 1, 2, 3].map((number) => new RawLogWriter(number));
  let time = 0;
  for (const thread of [1, 2, 3]) {
    logs[0]!.stamp(++time).record(Raw.fork, { address: thread });
    logs[thread]!.stamp(++time).record(Raw.begin);
  }
  for (const [thread, deed] of steps) deed(logs[thread]!.stamp(++time));
  return logs;
}

const write = (site: number) => (log: RawLogWriter) => log.write(X, 8, site);
const read = (site: number) => (log: RawLogWriter) => log.read(X, 8, site);
const record =
  (kind: number, address = 0, extra = 0) =>
  (log: RawLogWriter) =>
    log.record(kind, { address, extra });
const acquire = (lock: number) => record(Raw.acquire, lock);
const release = (lock: number) => record(Raw.release, lock);
const store = (order: number) => (log: RawLogWriter) => log.atomicStore(FLAG, 1, order);
const load = (order: number) => (log: RawLogWriter) => log.atomicLoad(FLAG, 1, order);

/** `write 1 of T1, read 2 of T2: race` for each pair, or `maybe` where it is not observed. */
async function told(steps: readonly Step[], options = {}): Promise<string[]> {
  const { told: pairs } = await watched(logsOf(steps), options);
  return pairs.map(
    ({ earlier, later, observed }) =>
      `${earlier.how} ${earlier.site} of T${earlier.thread}, ${later.how} ${later.site} of T${later.thread}: ${observed ? 'race' : 'maybe'}`,
  );
}

const handOver = (first: 1 | 2 | 3, second: 1 | 2 | 3, lock = A): Step[] => [
  [first, acquire(lock)],
  [first, release(lock)],
  [second, acquire(lock)],
  [second, release(lock)],
];

describe('tells', () => {
  test.each<[string, Step[], string[]]>([
    [
      'of a race',
      [
        [1, write(1)],
        [2, write(2)],
      ],
      ['write 1 of T1, write 2 of T2: race'],
    ],
    [
      'of what only a lock orders, that it is not observed',
      [[1, write(1)], ...handOver(1, 2), [2, write(2)]],
      ['write 1 of T1, write 2 of T2: maybe'],
    ],
    [
      'nothing of what is ordered in every run',
      [
        [1, write(1)],
        [1, store(Order.release)],
        [2, load(Order.acquire)],
        [2, write(2)],
      ],
      [],
    ],
    [
      'of what orders who shared a lock before who has it alone',
      [
        [1, write(1)],
        [1, record(Raw.acquireShared, A)],
        [1, record(Raw.releaseShared, A)],
        [2, acquire(A)],
        [2, write(2)],
      ],
      ['write 1 of T1, write 2 of T2: maybe'],
    ],
    [
      'of those who share a lock, that it orders them not',
      [
        [1, write(1)],
        [1, record(Raw.acquireShared, A)],
        [1, record(Raw.releaseShared, A)],
        [2, record(Raw.acquireShared, A)],
        [2, write(2)],
      ],
      ['write 1 of T1, write 2 of T2: race'],
    ],
    [
      'of a relaxed load that it may have seen what a fence tells',
      [
        [1, write(1)],
        [1, store(Order.release)],
        [2, load(Order.relaxed)],
        [2, write(2)],
      ],
      ['write 1 of T1, write 2 of T2: maybe'],
    ],
    [
      'of one who hands on what it has not seen',
      [[1, write(1)], [1, store(Order.release)], [2, load(Order.relaxed)], ...handOver(2, 3), [3, write(3)]],
      ['write 1 of T1, write 3 of T3: race'],
    ],
    [
      'of one who hands on what it has seen after a fence',
      [
        [1, write(1)],
        [1, store(Order.release)],
        [2, load(Order.relaxed)],
        [2, (log) => log.fence(Order.acquire)],
        ...handOver(2, 3),
        [3, write(3)],
      ],
      ['write 1 of T1, write 3 of T3: maybe'],
    ],
    [
      'of what the writer had seen by a lock, to whoever reads',
      [
        [3, (log) => log.write(X + 8, 8, 5)],
        [1, (log) => log.write(X + 16, 8)],
        ...handOver(3, 1),
        [1, write(1)],
        [2, read(2)],
        [2, (log) => log.read(X + 8, 8, 6)],
      ],
      ['write 1 of T1, read 2 of T2: race', 'write 5 of T3, read 6 of T2: maybe'],
    ],
    [
      'of all readers that a writer races with, by their sites',
      [
        [1, read(1)],
        [2, read(2)],
        [3, write(3)],
      ],
      ['read 1 of T1, write 3 of T3: race', 'read 2 of T2, write 3 of T3: race'],
    ],
    [
      'of the last reads of each thread',
      [
        [1, read(1)],
        [2, read(2)],
        [1, read(4)],
        [3, write(3)],
      ],
      ['read 4 of T1, write 3 of T3: race', 'read 2 of T2, write 3 of T3: race'],
    ],
    [
      'of one who only might race, where none does',
      [[1, read(1)], [2, read(2)], ...handOver(1, 3), ...handOver(2, 3, B), [3, write(3)]],
      ['read 2 of T2, write 3 of T3: maybe'],
    ],
    [
      'of a plain access beside an atomic one',
      [
        [1, (log) => log.atomicStore(X, 1, Order.sequential, 8)],
        [2, read(2)],
      ],
      ['atomic store 0 of T1, read 2 of T2: race'],
    ],
    [
      'of an atomic access beside a plain one',
      [
        [1, write(1)],
        [2, (log) => log.atomicUpdate(X, 1, 2, Order.sequential, 8)],
      ],
      ['write 1 of T1, atomic update 0 of T2: race'],
    ],
    [
      'of parts of memory by the sites of the whole',
      [
        [1, write(1)],
        [2, (log) => log.read(X + 4, 2, 2)],
      ],
      ['write 1 of T1, read 2 of T2: race'],
    ],
    [
      'after a race of the last access alone',
      [
        [1, write(1)],
        [2, write(2)],
        [2, store(Order.release)],
        [3, load(Order.acquire)],
        [3, write(3)],
      ],
      ['write 1 of T1, write 2 of T2: race'],
    ],
    [
      'of each read once: then the thread has seen the write',
      [
        [1, write(1)],
        [2, read(2)],
        [2, read(3)],
      ],
      ['write 1 of T1, read 2 of T2: race'],
    ],
  ])('%s', async (_, steps, pairs) => {
    expect(await told(steps)).toEqual(pairs);
  });

  test('where, when and how often', async () => {
    const again = [1, 2, 3].flatMap((): Step[] => [
      [1, write(1)],
      [2, write(2)],
    ]);
    const { told: pairs } = await watched(logsOf(again));
    expect(pairs).toMatchObject([
      { address: X, bytes: 8, time: 8, count: 3, observed: true },
      { earlier: { site: 2, thread: 2 }, later: { site: 1, thread: 1 }, time: 9, count: 2 },
    ]);
  });

  test('no race of what a thread has seen by a write that is long ago', async () => {
    const steps: Step[] = [
      [3, (log) => log.write(X + 8, 8, 5)],
      [3, store(Order.release)],
      [1, load(Order.acquire)],
      [1, write(1)],
    ];
    // What the first thread knows changes more often than it is kept.
    for (let i = 0; i < 2500; i++)
      steps.push([3, store(Order.release)], [1, load(Order.acquire)], [1, (log) => log.write(X + 16, 8)]);
    steps.push([2, read(2)], [2, (log) => log.read(X + 8, 8, 6)]);
    expect(await told(steps, { capacity: 1024 })).toEqual([
      'write 1 of T1, read 2 of T2: race',
      'write 5 of T3, read 6 of T2: maybe',
    ]);
  });

  test('that a pair was observed, though it was not at first', async () => {
    const steps: Step[] = [[1, write(1)], ...handOver(1, 2), [2, write(2)], [1, write(1)], [2, write(2)]];
    expect(await told(steps)).toEqual(['write 1 of T1, write 2 of T2: race', 'write 2 of T2, write 1 of T1: race']);
  });
});

describe('goes on after', () => {
  const RACE: Step[] = [
    [1, write(1)],
    [2, write(2)],
  ];
  const FOUND = ['write 1 of T1, write 2 of T2: race'];

  test.each<[string, string, Step[]]>([
    [
      'a lock that two threads have',
      'locks',
      [
        [1, acquire(A)],
        [2, acquire(A)],
      ],
    ],
    ['a release of what is not held', 'locks', [[1, release(A)]]],
    ['a thread that is forked twice', 'threads', [[1, record(Raw.fork, 2)]]],
    ['a thread that begins twice', 'threads', [[1, record(Raw.begin)]]],
    [
      'two arrivals at a barrier',
      'barriers',
      [
        [1, record(Raw.barrierEnter, A)],
        [1, record(Raw.barrierEnter, A)],
      ],
    ],
    ['an exit from no barrier', 'barriers', [[1, record(Raw.barrierExit, A)]]],
    ['an atomic over two granules', 'atomics', [[1, (log) => log.atomicStore(FLAG + 4, 1, Order.sequential, 8)]]],
  ])('%s', async (_, reason, steps) => {
    const { told: pairs, watch } = await watched(logsOf([...steps, ...RACE]));
    expect([...watch.passedOver.keys()]).toEqual([reason]);
    expect(pairs).toMatchObject([{ observed: true, earlier: { site: 1 }, later: { site: 2 } }]);
  });

  test.each<[string, Step]>([
    ['a record that is none', [3, record(99)]],
    ['the end of recording', [3, record(Raw.stopped)]],
  ])('%s, and trusts nothing from then on', async (_, step) => {
    expect(await told([step, ...RACE])).toEqual(['write 1 of T1, write 2 of T2: maybe']);
    expect(await told([...RACE, step])).toEqual(FOUND);
  });

  test('a lock that was taken from its holder, who has it no more', async () => {
    const steps: Step[] = [
      [1, acquire(A)],
      [1, write(1)],
      [2, acquire(A)],
      [2, write(2)],
      [1, write(3)],
    ];
    expect(await told(steps)).toEqual(['write 2 of T2, write 3 of T1: race']);
  });

  test('an atomic that was a lock, and says so', async () => {
    const spin = (thread: 1 | 2, site: number): Step[] => [
      [thread, (log) => log.atomicUpdate(FLAG, 0, 1)],
      [thread, write(site)],
      [thread, (log) => log.atomicStore(FLAG, 0)],
    ];
    const { told: pairs, watch } = await watched(logsOf([...spin(1, 1), ...spin(2, 2)]));
    expect([pairs, [...watch.passedOver.keys()]]).toEqual([[], ['locks in disguise']]);
  });

  test('a thread that somebody waited for goes on', async () => {
    const steps: Step[] = [
      [1, record(Raw.join, 2)],
      [2, write(2)],
      [1, write(1)],
    ];
    expect(await told(steps)).toEqual(['write 2 of T2, write 1 of T1: maybe']);
  });

  test('atomic blocks mean nothing to races', async () => {
    const [enter, leave]: Step[] = [
      [1, (log) => log.record(Raw.enter, { address: X })],
      [1, (log) => log.record(Raw.leave)],
    ];
    expect(await told([enter!, ...RACE, leave!])).toEqual(FOUND);
  });

  test('memory whose races are benign, while it is in use', async () => {
    const benign: Step = [1, (log) => log.record(Raw.benign, { address: X }).record(Raw.length, { address: 8 })];
    expect(await told([[1, (log) => log.allocate(X, 8)], benign, ...RACE])).toEqual([]);
    expect(await told([[1, (log) => log.allocate(X, 8)], benign, [1, (log) => log.free(X)], ...RACE])).toEqual(FOUND);
  });
});

describe('in another era', () => {
  const NOTHING = { more: [0, 0, 0, 0], ends: [false, false, false, false] };
  /** An era ends after so many steps. */
  const endsAfter = (steps: number) => ({
    sweeps: [
      { ...NOTHING, passed: 6 + steps },
      { ...NOTHING, passed: 0 },
    ],
    eras: [false, true],
  });

  test.each<[string, Step[], number, string[]]>([
    [
      'nothing races with what was before',
      [
        [1, write(1)],
        [2, write(2)],
        [3, read(3)],
      ],
      1,
      ['write 2 of T2, read 3 of T3: race'],
    ],
    [
      'a lock is still held',
      [
        [1, acquire(A)],
        [1, acquire(A)],
        [1, release(A)],
        [1, write(1)],
        [1, release(A)],
        [2, acquire(A)],
        [2, write(2)],
      ],
      2,
      [],
    ],
    [
      'a token is still there, and is nobody else’s',
      [
        [1, record(Raw.semaphorePost, A)],
        [2, write(1)],
        [2, record(Raw.semaphorePost, A)],
        [3, record(Raw.semaphoreTake, A)],
        [3, write(2)],
      ],
      1,
      ['write 1 of T2, write 2 of T3: race'],
    ],
    [
      'who came to a barrier before leaves it after those who came later',
      [
        [1, record(Raw.barrierEnter, A)],
        [2, write(1)],
        [2, record(Raw.barrierEnter, A)],
        [1, record(Raw.barrierExit, A)],
        [1, write(2)],
      ],
      1,
      [],
    ],
    [
      'a block is still known when it is freed',
      [
        [1, (log) => log.allocate(X, 8)],
        [1, write(1)],
        [2, (log) => log.free(X)],
        [2, write(2)],
      ],
      1,
      [],
    ],
  ])('%s', async (_, steps, end, pairs) => {
    expect(await told(steps, endsAfter(end))).toEqual(pairs);
  });

  test('nothing is confused that was understood before', async () => {
    const steps: Step[] = [
      [1, acquire(A)],
      [1, record(Raw.barrierEnter, B)],
      [1, record(Raw.barrierExit, B)],
      [1, release(A)],
    ];
    const { watch } = await watched(logsOf(steps), endsAfter(2));
    expect([watch.eras, watch.passedOver.size]).toEqual([2, 0]);
  });

  test('there is room again for threads, and more of it where all go on', async () => {
    const logs = logsOf([]);
    for (const thread of [1, 2]) logs[thread]!.stamp(6 + thread).record(Raw.end);
    for (const number of [4, 5, 6, 7])
      logs.push(
        new RawLogWriter(number)
          .stamp(10 + number)
          .record(Raw.begin)
          .write(X, 8, number),
      );
    const { told: pairs, watch } = await watched(logs, { sweeps: [{ ...NOTHING, passed: 10 }], capacity: 4 });
    expect(watch.eras).toBe(3);
    expect(pairs.map(({ earlier, later }) => [earlier.thread, later.thread])).toEqual([
      [4, 5],
      [5, 6],
      [6, 7],
    ]);
  });

  test.runIf(all)('there is memory again, where one slice took all', async () => {
    const logs = logsOf([]);
    for (let i = 1; i <= 8; i++) logs[1]!.writeRange(i * 2 ** 31, 2 ** 28);
    logs[1]!.writeRange(2 ** 40, 2 ** 31);
    logs[1]!.stamp(7).write(X, 8, 1);
    logs[2]!.stamp(8).write(X, 8, 2);
    const source = new GrowingLogs(logs, false);
    const watch = new Watch(source);
    source.finish();
    for (const number of source.there) watch.log(number);
    // Most of what a kernel may have is gone.
    (watch as unknown as { screen: { kernel: ScreenKernel } }).screen.kernel.buffer(330 * 2 ** 20);
    await watch.end();
    expect(watch.eras).toBe(2);
    expect([...watch.passedOver.keys()]).toEqual(['ranges']);
    expect(watch.take()).toMatchObject([{ earlier: { site: 1 }, later: { site: 2 }, observed: true }]);
  });

  test('there is memory again in time', async () => {
    const logs = logsOf([]);
    for (let i = 0; i < 200_000; i++) logs[1]!.write(0x10_0000 + 64 * i, 8);
    const source = new GrowingLogs(logs, false);
    const watch = new Watch(source, { memoryBytes: 1 << 25 });
    source.finish();
    for (const number of source.there) watch.log(number);
    await watch.end();
    expect(watch.eras).toBeGreaterThan(1);
    expect(watch.memoryBytes()).toBeLessThan(2 ** 26);
    expect(watch.stepsLeft()).toBeGreaterThan(2 ** 31);
  });
});

describe('messages', () => {
  const MESSAGE = 0x8000_0000_0001;

  test.each([0, ONCE])('order who receives them, with %i in extra', async (extra) => {
    const steps: Step[] = [
      [1, write(1)],
      [1, record(Raw.send, MESSAGE)],
      [2, record(Raw.receive, MESSAGE, extra)],
      [2, write(2)],
      [3, write(3)],
    ];
    expect(await told(steps)).toEqual(['write 2 of T2, write 3 of T3: race']);
  });

  test('for several that receive them order each', async () => {
    const steps: Step[] = [
      [1, write(1)],
      [1, record(Raw.send, MESSAGE)],
      [2, record(Raw.receive, MESSAGE)],
      [3, record(Raw.receive, MESSAGE)],
      [2, read(2)],
      [3, read(3)],
    ];
    expect(await told(steps)).toEqual([]);
  });

  test('that were received take no memory, however many there are', async () => {
    const bytes = async (count: number) => {
      const steps = Array.from({ length: count }, (_, i): Step[] => [
        [1, record(Raw.send, MESSAGE + i)],
        [2, record(Raw.receive, MESSAGE + i, ONCE)],
      ]);
      return (await watched(logsOf(steps.flat()))).watch.memoryBytes();
    };
    expect((await bytes(20_000)) - (await bytes(2_000))).toBeLessThan(50_000);
  });
});
