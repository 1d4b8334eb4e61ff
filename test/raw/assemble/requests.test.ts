// What threads waited for at the end of a recording, as events.

import { describe, expect, test } from 'vitest';
import { Raw, STUCK, TRIES, Wanted } from '../../../src/raw/format.ts';
import { RawLogWriter } from '../raw-log.ts';
import { assembled, lines } from './assembled.ts';

const [A, B] = [0x100, 0x200];

type Step = (log: RawLogWriter) => unknown;

async function played(...steps: readonly (readonly [thread: number, step: Step])[]): Promise<string[]> {
  const logs = [0, 1, 2].map((number) => new RawLogWriter(number));
  for (const [i, [thread, step]] of steps.entries()) step(logs[thread]!.stamp(i + 1));
  return lines((await assembled(logs)).trace);
}

const acquire =
  (address: number, extra = 0): Step =>
  (log) =>
    log.record(Raw.acquire, { address, extra });
const share =
  (address: number): Step =>
  (log) =>
    log.record(Raw.acquireShared, { address });
const request =
  (address: number, extra: number): Step =>
  (log) =>
    log.record(Raw.request, { address, extra });
const record =
  (kind: number, address: number, extra = 0): Step =>
  (log) =>
    log.record(kind, { address, extra });

describe('a request', () => {
  test('with the end of its thread stands, and the thread is not joined', async () => {
    const end: Step = (log) => log.record(Raw.request, { address: A, extra: Wanted.lock }).record(Raw.end);
    const unfinished = [1, record(Raw.send, B)] as const;
    const joined = [[0, record(Raw.receive, B)] as const, [0, record(Raw.join, 1)] as const];
    expect(await played([0, record(Raw.fork, 1)], [1, acquire(A)], unfinished, [1, end], ...joined)).toEqual([
      ...['T0 fork(T1)', 'T1 acq(m100)', 'T1 vw(m200)', 'T0 vr(m200)', 'T1 req(m100)'],
    ]);
    const ended = await played([0, record(Raw.fork, 1)], [1, acquire(A)], [1, record(Raw.end, 0)], ...joined);
    expect(ended).toContain('T0 join(T1)');
  });

  test('stands at the end', async () => {
    expect(await played([0, acquire(A)], [1, acquire(B)], [1, request(A, Wanted.lock)], [0, acquire(0x300)])).toEqual([
      'T0 acq(m100)',
      'T1 acq(m200)',
      'T0 acq(m300)',
      'T1 req(m100)',
    ]);
  });

  test('for a word counts if nobody is left to notify, or if the word is a lock', async () => {
    expect(await played([0, acquire(A)], [1, request(B, Wanted.word)])).toEqual(['T0 acq(m100)']);
    const stuck = await played([0, acquire(A)], [1, request(B, Wanted.word | STUCK)]);
    expect(stuck).toEqual(['T0 acq(m100)', 'T1 req(m200)', 'T1 stuck(m200)']);
  });

  test('that was granted is none', async () => {
    const granted = await played([0, request(A, Wanted.lock)], [0, acquire(A)]);
    expect(granted).toEqual(['T0 acq(m100)']);
  });

  test('may be for the end of a thread', async () => {
    expect(await played([0, record(Raw.fork, 1)], [0, request(1, Wanted.end)])).toEqual(['T0 fork(T1)', 'T0 reqjoin(T1)']);
  });

  test('for a share counts while somebody has the lock alone', async () => {
    expect(await played([0, acquire(A)], [1, request(A, Wanted.share)])).toEqual(['T0 acq(m100)', 'T1 req(m100)']);
    expect(await played([0, share(A)], [1, request(A, Wanted.share)])).toEqual(['T0 racq(m100)']);
    const stuck = await played([0, share(A)], [1, request(A, Wanted.share | STUCK)]);
    expect(stuck).toEqual(['T0 racq(m100)', 'T1 req(m100)', 'T1 stuck(m100)']);
  });

  test('to be woken is the wait before it', async () => {
    const events = await played([0, acquire(A)], [0, record(Raw.wait, A)], [0, request(A, Wanted.waking | STUCK)]);
    expect(events).toEqual(['T0 acq(m100)', 'T0 wait(m100)', 'T0 stuck(m100)']);
  });

  test('for others at a barrier is the arrival before it', async () => {
    const events = await played([0, record(Raw.barrierEnter, A)], [0, request(A, Wanted.others | STUCK)]);
    expect(events).toEqual(['T0 benter(m100)', 'T0 stuck(m100)']);
  });

  test('for a semaphore that is used as a lock shows who has it', async () => {
    const init = record(Raw.semaphoreInit, A, 1);
    const take = record(Raw.semaphoreTake, A);
    const wants = request(A, Wanted.token | STUCK);
    expect(await played([0, init], [0, take], [1, wants])).toEqual(['T0 acq(m100)', 'T1 req(m100)', 'T1 stuck(m100)']);
    // Not if others give back what one has taken.
    const given = await played([0, init], [0, take], [1, record(Raw.semaphorePost, A)], [0, take], [1, wants]);
    expect(given.filter((event) => !event.includes(' v'))).toEqual(['T1 req(m100)', 'T1 stuck(m100)']);
  });

  test('for a word is for the lock that it is', async () => {
    const word: Step = (log) => log.atomicUpdate(A, 0, 1);
    const events = await played([0, word], [1, (log) => log.atomicLoad(A, 1)], [1, request(A, Wanted.word | STUCK)]);
    expect(events).toEqual(['T0 acq(m100)', 'T1 req(m100)', 'T1 stuck(m100)']);
  });
});

test('an acquire that would not wait for ever says so before', async () => {
  expect(await played([0, acquire(A, TRIES)], [0, record(Raw.release, A)], [1, acquire(A)])).toEqual([
    'T0 try(m100)',
    'T0 acq(m100)',
    'T0 rel(m100)',
    'T1 acq(m100)',
  ]);
});
