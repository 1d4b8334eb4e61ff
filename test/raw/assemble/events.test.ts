// What each record becomes, by hand-written logs.

import { describe, expect, test } from 'vitest';
import { Order, Raw } from '../../../src/raw/format.ts';
import { RawLogWriter } from '../raw-log.ts';
import { assembled, lines } from './assembled.ts';

const { acquire, acquireRelease, relaxed, release } = Order;

function logs(count: number): RawLogWriter[] {
  return Array.from({ length: count }, (_, number) => new RawLogWriter(number));
}

describe('memory', () => {
  test('shared memory that is written is kept, the rest is counted', async () => {
    const [a, b] = logs(2) as [RawLogWriter, RawLogWriter];
    a.stamp(1).record(Raw.fork, { address: 1 });
    a.write(0x100, 4, 7).write(0x200).read(0x300);
    b.stamp(2).record(Raw.begin);
    b.read(0x100, 4, 8).read(0x300);
    const { trace, assembled: counts } = await assembled([a, b]);
    expect(lines(trace)).toEqual(['T0 fork(T1)', 'T0 w(100:4) L7', 'T1 r(100:4) L8']);
    expect(counts.dropped).toEqual({ local: 1, unwritten: 2, benign: 0, repeated: 0 });
    const all = await assembled([a, b], { sharedOnly: false });
    expect(lines(all.trace)).toHaveLength(6);
  });

  test('plain accesses of memory whose races are benign are left out, as long as it is in use', async () => {
    const [a, b] = logs(2) as [RawLogWriter, RawLogWriter];
    a.stamp(1).allocate(0x1000, 16, 5).record(Raw.benign, { address: 0x1004 }).record(Raw.length, { address: 4 });
    a.writeRange(0x1000, 16).atomicStore(0x1004, 1, release);
    b.stamp(2).readRange(0x1000, 16).atomicLoad(0x1004, 1, acquire);
    a.stamp(3).free(0x1000).allocate(0x1000, 16, 5).write(0x1004, 4);
    b.stamp(4).write(0x1004, 4);
    const { trace, assembled: counts } = await assembled([a, b]);
    expect(counts.dropped.benign).toBe(2);
    expect(lines(trace)).toEqual([
      'T0 w(B1+0:4)',
      'T0 w(B1+8:8)',
      'T0 vw(B1+4:4)',
      'T1 r(B1+0:4)',
      'T1 r(B1+8:8)',
      'T1 vr(B1+4:4)',
      'T0 w(B2+4:4)',
      'T1 w(B2+4:4)',
    ]);
  });

  test('cells are cut where accesses meet, and not elsewhere', async () => {
    const [a, b] = logs(2) as [RawLogWriter, RawLogWriter];
    a.stamp(1).write(0x100, 8).write(0x110, 16).writeRange(0x200, 40);
    b.stamp(2).write(0x104, 4).write(0x110, 16).writeRange(0x208, 8);
    const { trace } = await assembled([a, b]);
    expect(lines(trace)).toEqual(['T0 w(104:4)', 'T0 w(110:16)', 'T0 w(208:8)', 'T1 w(104:4)', 'T1 w(110:16)', 'T1 w(208:8)']);
  });

  test('many pages are one cell until somebody touches a part', async () => {
    const [a, b] = logs(2) as [RawLogWriter, RawLogWriter];
    const base = 0x7f00_0000_0010;
    a.stamp(1).writeRange(base, 2 ** 26);
    b.stamp(2)
      .readRange(base, 2 ** 26)
      .write(base + 10_000, 4);
    const { trace } = await assembled([a, b]);
    const cells = [`7f0000000010:10000`, '7f0000002720:4', `7f0000002724:${2 ** 26 - 10_004}`];
    expect(lines(trace)).toEqual([
      ...cells.map((cell) => `T0 w(${cell})`),
      ...cells.map((cell) => `T1 r(${cell})`),
      'T1 w(7f0000002720:4)',
    ]);
  });

  test('pages that one thread had before are not those that two have now', async () => {
    const [a, b] = logs(2) as [RawLogWriter, RawLogWriter];
    const [base, bytes] = [0x10_0000, 0x4000];
    a.stamp(1).allocate(base, bytes).writeRange(base, bytes).write(base, 4);
    a.stamp(2).free(base).allocate(base, bytes).writeRange(base, bytes);
    a.stamp(3)
      .free(base)
      .allocate(base, bytes)
      .writeRange(base, bytes)
      .write(base + 0x1000, 4);
    b.stamp(4).read(base + 0x1000, 4);
    const { trace, assembled: counts } = await assembled([a, b]);
    expect(lines(trace)).toEqual(['T0 w(B3+4096:4)', 'T0 w(B3+4096:4)', 'T1 r(B3+4096:4)']);
    expect(counts.dropped.local).toBe(3);
  });

  test('memory that was freed and used again is another variable', async () => {
    const [a, b] = logs(2) as [RawLogWriter, RawLogWriter];
    a.stamp(1).allocate(0x1000, 16, 5).write(0x1008, 8);
    b.stamp(2).write(0x1008, 8).free(0x1000);
    a.stamp(3).allocate(0x1000, 16, 5).write(0x1008, 4);
    b.stamp(4).write(0x1008, 4);
    const { trace } = await assembled([a, b]);
    expect(lines(trace)).toEqual(['T0 w(B1+8:8)', 'T1 w(B1+8:8)', 'T0 w(B2+8:4)', 'T1 w(B2+8:4)']);
  });
});

describe('atomics', () => {
  async function both(one: (log: RawLogWriter) => void, two: (log: RawLogWriter) => void): Promise<string[]> {
    const [a, b] = logs(2) as [RawLogWriter, RawLogWriter];
    one(a.stamp(1));
    two(b.stamp(2));
    return lines((await assembled([a, b])).trace).map((line) => line.replace('100:4', 'x'));
  }

  test('by their orders', async () => {
    expect(
      await both(
        (log) => log.atomicStore(0x100, 1).atomicStore(0x100, 1, release).atomicStore(0x100, 1, relaxed),
        (log) => log.atomicLoad(0x100, 1).atomicLoad(0x100, 1, relaxed),
      ),
    ).toEqual(['T0 vw(x)', 'T0 vw(x)', 'T0 rw(x)', 'T1 vr(x)', 'T1 rr(x)']);
    expect(
      await both(
        (log) => log.atomicUpdate(0x100, 0, 1, relaxed).atomicUpdate(0x100, 1, 2, acquire),
        (log) => log.atomicUpdate(0x100, 2, 3, release).atomicUpdate(0x100, 3, 4, acquireRelease),
      ),
    ).toEqual(['T0 rr(x)', 'T0 rw(x)', 'T0 vr(x)', 'T0 rw(x)', 'T1 vr(x)', 'T1 vw(x)', 'T1 vr(x)', 'T1 vw(x)']);
  });

  test('fences give relaxed accesses an order', async () => {
    expect(
      await both(
        (log) => log.atomicStore(0x100, 1, relaxed).fence(release).atomicStore(0x100, 2, relaxed),
        (log) => log.atomicLoad(0x100, 2, relaxed).fence(acquire).atomicUpdate(0x100, 2, 3, relaxed),
      ),
    ).toEqual(['T0 rw(x)', 'T0 vw(x)', 'T1 vr(x)', 'T1 rr(x)', 'T1 rw(x)']);
  });

  test('a load that sees nothing new is left out', async () => {
    const spin = (log: RawLogWriter) => log.atomicLoad(0x100, 0).atomicLoad(0x100, 0).record(Raw.repeat, { address: 1000 });
    const [a, b] = logs(2) as [RawLogWriter, RawLogWriter];
    spin(a.stamp(1));
    b.stamp(2).atomicStore(0x100, 1);
    spin(a.stamp(3)).write(0x100).atomicLoad(0x100, 0);
    const { trace, assembled: counts } = await assembled([a, b]);
    expect(lines(trace)).toEqual(['T0 vr(100:4)', 'T1 vw(100:4)', 'T0 vr(100:4)', 'T0 w(100:4)']);
    expect(counts.dropped.repeated).toBe(2003);
  });

  test('of different ranges race with each other', async () => {
    const [a, b] = logs(2) as [RawLogWriter, RawLogWriter];
    a.stamp(1).atomicStore(0x100, 1, Order.sequential, 4);
    b.stamp(2).atomicLoad(0x100, 1, Order.sequential, 2).write(0x100, 2);
    const { trace } = await assembled([a, b]);
    const [four, two] = ['100:2 as atomic 4 at 0', '100:2 as atomic 2 at 0'];
    expect(lines(trace)).toEqual([
      `T0 r(${two})`,
      `T0 vw(${four})`,
      `T1 vr(${two})`,
      `T1 r(${four})`,
      `T1 w(${four})`,
      `T1 w(${two})`,
    ]);
  });
});

test('hundreds of threads', async () => {
  const many = Array.from({ length: 500 }, (_, number) => new RawLogWriter(number).stamp(500 - number).write(0x100));
  const { trace, assembled: counts } = await assembled(many);
  expect(counts.threads).toBe(500);
  expect(lines(trace)).toEqual(many.map(({ number }) => `T${number} w(100:4)`).reverse());
});

describe('synchronisation', () => {
  test('a wait gives a lock up as often as it is held', async () => {
    const [a, b] = logs(2) as [RawLogWriter, RawLogWriter];
    a.stamp(1).acquire(0x10).acquire(0x10).record(Raw.wait, { address: 0x10 });
    b.stamp(2).acquire(0x10).record(Raw.notify, { address: 0x10 }).release(0x10);
    a.stamp(3).acquire(0x10).acquire(0x10).release(0x10).release(0x10);
    const { trace, assembled: counts } = await assembled([a, b]);
    expect(lines(trace)).toEqual(
      'T0 acq,T0 acq,T0 wait,T1 acq,T1 notify,T1 rel,T0 acq,T0 rel,T0 rel'.split(',').map((event) => `${event}(m10)`),
    );
    expect(counts.repaired).toBe(0);
  });

  test('a receive comes after every send before', async () => {
    const [a, b, c] = logs(3) as [RawLogWriter, RawLogWriter, RawLogWriter];
    a.stamp(1).record(Raw.send, { address: 0x10 }).record(Raw.send, { address: 0x10 });
    b.stamp(2).record(Raw.send, { address: 0x10 });
    c.stamp(3).record(Raw.receive, { address: 0x10 }).record(Raw.receive, { address: 0x10 });
    a.stamp(4).record(Raw.send, { address: 0x10 });
    c.stamp(5).record(Raw.receive, { address: 0x10 });
    const { trace } = await assembled([a, b, c]);
    const [one, two] = ['m10', 'm10 (2)'];
    const expected = [`T0 vw(${one})`, `T0 vw(${one})`, `T1 vw(${two})`, `T2 vr(${one})`, `T2 vr(${two})`];
    expect(lines(trace)).toEqual([...expected, `T0 vw(${one})`, `T2 vr(${one})`]);
  });

  test('what comes after all comes after each thread, running or not', async () => {
    const [a, b, c, d] = logs(4) as [RawLogWriter, RawLogWriter, RawLogWriter, RawLogWriter];
    a.stamp(1).record(Raw.begin).record(Raw.fork, { address: 1 }).record(Raw.fork, { address: 2 });
    b.stamp(2).record(Raw.begin);
    c.stamp(2).record(Raw.begin).record(Raw.end);
    a.stamp(3).record(Raw.receiveAll);
    a.stamp(4).record(Raw.fork, { address: 3 }).record(Raw.join, { address: 2 });
    a.stamp(5).record(Raw.receiveAll);
    d.stamp(6).record(Raw.begin);
    const { trace } = await assembled([a, b, c, d]);
    const [one, two, three] = ['m0', 'm0 (2)', 'm0 (3)'];
    const first = [`T0 vw(${one})`, `T1 vw(${two})`, `T2 vw(${three})`, `T0 vr(${two})`, `T0 vr(${three})`];
    const second = [`T0 vw(${one})`, `T1 vw(${two})`, `T0 vr(${two})`];
    expect(lines(trace)).toEqual(['T0 fork(T1)', 'T0 fork(T2)', ...first, 'T0 fork(T3)', 'T0 join(T2)', ...second]);
  });

  test('semaphores hand tokens on in their order', async () => {
    const [a, b] = logs(2) as [RawLogWriter, RawLogWriter];
    const post = { address: 0x10 };
    a.stamp(1).record(Raw.semaphoreInit, { address: 0x10, extra: 1 }).record(Raw.semaphorePost, post);
    a.stamp(2).record(Raw.semaphorePost, post);
    b.stamp(3).record(Raw.semaphoreTake, post).record(Raw.semaphoreTake, post);
    a.stamp(4).record(Raw.semaphorePost, post);
    b.stamp(5).record(Raw.semaphoreTake, post).record(Raw.semaphoreTake, post);
    const { trace } = await assembled([a, b]);
    const [one, two] = ['m10', 'm10 (2)'];
    const expected = [`T0 vw(${one})`, `T0 vw(${two})`, `T1 vr(${one})`, `T0 vw(${one})`, `T1 vr(${two})`, `T1 vr(${one})`];
    expect(lines(trace)).toEqual(expected);
  });

  test('a take gets the token that orders least', async () => {
    const [a, b, c] = logs(3) as [RawLogWriter, RawLogWriter, RawLogWriter];
    const it = { address: 0x10 };
    a.stamp(1).record(Raw.semaphoreInit, { address: 0x10, extra: 2 });
    b.stamp(2).record(Raw.semaphoreTake, it).record(Raw.semaphorePost, it);
    // Its own, not the one that was there at first: c gets that.
    b.stamp(3).record(Raw.semaphoreTake, it).record(Raw.semaphorePost, it);
    c.stamp(4).record(Raw.semaphoreTake, it);
    a.stamp(5).record(Raw.semaphorePost, it);
    // Not b's, who gave back what it had, but that of a, who never had one; then b's.
    c.stamp(6).record(Raw.semaphoreTake, it).record(Raw.semaphoreTake, it);
    const { trace } = await assembled([a, b, c]);
    const [one, two] = ['m10', 'm10 (2)'];
    const expected = [`T1 vw(${one})`, `T1 vr(${one})`, `T1 vw(${one})`, `T0 vw(${two})`, `T2 vr(${two})`, `T2 vr(${one})`];
    expect(lines(trace)).toEqual(expected);
  });

  test('a lock in memory that was used again is another lock', async () => {
    const [a] = logs(1) as [RawLogWriter];
    a.stamp(1).allocate(0x1000, 64, 1).acquire(0x1010).release(0x1010).free(0x1000).allocate(0x1000, 64, 1);
    a.acquire(0x1010).release(0x1010);
    const { trace } = await assembled([a]);
    expect(lines(trace)).toEqual(['T0 acq(m1+16)', 'T0 rel(m1+16)', 'T0 acq(m2+16)', 'T0 rel(m2+16)']);
  });
});
