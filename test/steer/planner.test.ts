// From traces to plans: threads by their forks, code by its sites, steps in the order of the schedule.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Planner } from '../../src/steer/from-trace.ts';
import { parsePlan, planText } from '../../src/steer/plan-text.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op } from '../../src/trace/operation.ts';
import { addSite } from '../../src/trace/symbols.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { events } from '../../src/trace/trace.ts';
import { soupArbitrary } from '../arbitrary/soup.ts';
import { runs } from '../runs.ts';

/** Every location is the code of one site, which is called after it. */
function withSites(trace: Trace): Trace {
  for (let id = 1; id < trace.symbols.locations.size; id++)
    addSite(trace.symbols, id, `a.out+${trace.symbols.locations.name(id)}`);
  return trace;
}

const bank = withSites(
  new TraceBuilder()
    .add('main', Op.fork, 'T1', '1')
    .add('main', Op.fork, 'T2', '2')
    .add('T1', Op.write, 'x', '3')
    .add('T1', Op.acquire, 'm', '4')
    .add('T1', Op.release, 'm', '5')
    .add('T2', Op.acquire, 'm', '6')
    .add('T2', Op.wait, 'm', '7')
    .add('T1', Op.notify, 'm', '8')
    .add('T2', Op.acquire, 'm', '7')
    .add('T2', Op.release, 'm', '9')
    .add('T2', Op.write, 'x', '10')
    .trace(),
);

test('a plan has the threads and the sites of the accesses, and the synchronisation of the schedule before them', () => {
  const plan = new Planner(bank).scheduled([0, 1, 5, 6, 7, 8, 9, 2, 10], [2, 10])!;
  expect(plan.targets).toEqual([
    { kind: 'write', thread: '0.1', sites: ['a.out+3'] },
    { kind: 'write', thread: '0.2', sites: ['a.out+10'] },
  ]);
  // The acquire after the wait is part of it; releases and forks wait for nobody.
  expect(plan.steps.map(({ kind, thread, sites }) => [kind, thread, ...sites])).toEqual([
    ['acquire', '0.2', 'a.out+6'],
    ['wait', '0.2', 'a.out+7'],
    ['notify', '0.1', 'a.out+8'],
  ]);
});

describe('messages', () => {
  // Sent at 4 and 5, received by the first thread in the other order.
  const posted = (more = ''): Trace =>
    withSites(
      new TraceBuilder()
        .add('main', Op.fork, 'T1', '1')
        .add('main', Op.fork, 'T2', '2')
        .add('T1', Op.volatileWrite, 'message 1', '4')
        .add('T2', Op.volatileWrite, 'message 2', '5')
        .add(more || 'T2', Op.acquire, 'm', '6')
        .add('main', Op.volatileRead, 'message 2', '5')
        .add('main', Op.volatileRead, 'message 1', '4')
        .add('T1', Op.write, 'x', '7')
        .add('T2', Op.write, 'x', '8')
        .trace(),
    );
  const steps = (trace: Trace, schedule = [0, 1, 2, 3, 4, 5, 6], positions = [7, 8]): string[] =>
    new Planner(trace).scheduled(schedule, positions)!.steps.map(({ kind, thread, sites }) => [kind, thread, ...sites].join(' '));
  const acquire = (thread: string): string => `acquire ${thread} a.out+6`;

  test('are sent when it is their turn to be received', () => {
    const [send1, send2] = ['store 0.1 a.out+4', 'store 0.2 a.out+5'];
    const [receive1, receive2] = ['load 0 a.out+4', 'load 0 a.out+5'];
    expect(steps(posted())).toEqual([send2, acquire('0.2'), receive2, send1, receive1]);
    expect(steps(posted('T1'))).toEqual([send1, acquire('0.1'), send2, receive2, receive1]);
    expect(steps(posted('main'))).toEqual([acquire('0'), send2, receive2, send1, receive1]);
  });

  test('are no atomics', () => {
    const flag = withSites(
      new TraceBuilder()
        .add('main', Op.fork, 'T1', '1')
        .add('main', Op.volatileWrite, 'flag', '2')
        .add('T1', Op.volatileWrite, 'other', '3')
        .add('T1', Op.volatileRead, 'flag', '4')
        .add('main', Op.write, 'x', '5')
        .add('T1', Op.write, 'x', '6')
        .trace(),
    );
    expect(steps(flag, [0, 1, 2, 3], [4, 5])).toEqual(['store 0 a.out+2', 'store 0.1 a.out+3', 'load 0.1 a.out+4']);
  });
});

test('a pair plan leaves the threads open', () => {
  const plan = new Planner(bank).pair([2, 10])!;
  expect(plan.targets.map(({ thread }) => thread)).toEqual(['*', '*']);
  expect(plan.steps).toEqual([]);
});

describe('a block that is cut', () => {
  // T1 reads x under m, and writes it under n and m; T2 writes it under m.
  const cut = withSites(
    new TraceBuilder()
      .add('main', Op.fork, 'T1', '1')
      .add('main', Op.fork, 'T2', '2')
      .add('T1', Op.acquire, 'm', '3')
      .add('T1', Op.read, 'x', '4')
      .add('T1', Op.release, 'm', '5')
      .add('T2', Op.acquire, 'm', '6')
      .add('T2', Op.write, 'x', '7')
      .add('T2', Op.release, 'm', '8')
      .add('T1', Op.acquire, 'n', '9')
      .add('T1', Op.acquire, 'm', '10')
      .add('T1', Op.volatileWrite, 'x', '11')
      .trace(),
  );
  const planner = new Planner(cut);
  const events = [3, 6, 10] as const;

  test('its threads are held before the locks that would keep the other out, with as few as can be', () => {
    const plan = planner.cutting(
      planner.scheduled(
        Array.from({ length: 10 }, (_, i) => i),
        events,
      )!,
      events,
    );
    expect(plan).toMatchObject({ cuts: true, targets: [{ kind: 'read' }, { kind: 'write' }, { kind: 'access' }] });
    expect(plan.ways).toEqual([
      { target: 1, sites: ['a.out+6'] },
      { target: 2, sites: ['a.out+9'] },
    ]);
    // Who is on its way waits for no turn.
    expect(plan.steps.map(({ sites }) => sites[0])).toEqual(['a.out+3', 'a.out+10']);
    expect(parsePlan(planText(plan), 'a')).toMatchObject({ ways: plan.ways, cuts: true });
  });

  test('nobody is held before a lock that the other does not need', () => {
    const free = withSites(
      new TraceBuilder()
        .add('T1', Op.acquire, 'm', '1')
        .add('T1', Op.read, 'x', '2')
        .add('T2', Op.acquire, 'n', '3')
        .add('T2', Op.write, 'x', '4')
        .add('T1', Op.write, 'x', '5')
        .trace(),
    );
    const own = new Planner(free);
    expect(own.cutting(own.pair([1, 3, 4])!, [1, 3, 4]).ways).toEqual([]);
  });
});

describe('what is not known', () => {
  const bare = new TraceBuilder().add('T1', Op.write, 'x', '1').add('T2', Op.write, 'x', '2').trace();

  test('without sites there is no plan', () => {
    const planner = new Planner(bare);
    expect(planner.pair([0, 1])).toBeUndefined();
    expect(planner.scheduled([0, 1], [0, 1])).toBeUndefined();
  });

  test('a thread that nobody made has no path, so only a pair is planned', () => {
    const planner = new Planner(withSites(bare));
    expect(planner.pair([0, 1])).toBeDefined();
    expect(planner.scheduled([0, 1], [0, 1])).toBeUndefined();
    expect(planner.threadName('0')).toBe('T1');
    expect(planner.threadName('0.1')).toBeUndefined();
  });

  test('what is no access and no lock is no target', () => {
    expect(new Planner(bank).pair([0, 2])).toBeUndefined();
  });

  test('a schedule of more steps than a plan holds leaves them out', () => {
    const builder = new TraceBuilder().add('main', Op.fork, 'T1', '1');
    for (let i = 0; i < 5000; i++) builder.add('main', Op.acquire, 'm', '2').add('main', Op.release, 'm', '3');
    const trace = withSites(builder.add('main', Op.write, 'x', '4').add('T1', Op.write, 'x', '5').trace());
    const plan = new Planner(trace).scheduled(
      Array.from({ length: 10_003 }, (_, i) => i),
      [10_001, 10_002],
    )!;
    expect(plan.steps).toEqual([]);
    expect(plan.targets).toHaveLength(2);
  });
});

test('whatever the trace, a plan can be written and read', () => {
  fc.assert(
    fc.property(soupArbitrary, fc.nat(), fc.nat(), (soup, a, b) => {
      const trace = withSites(soup);
      const { length } = [...events(trace)];
      const positions = [a % length, b % length];
      const planner = new Planner(trace);
      for (const plan of [
        planner.pair(positions),
        planner.scheduled(
          Array.from({ length }, (_, i) => i),
          positions,
        ),
      ])
        if (plan !== undefined) {
          const steps = plan.steps.map(({ kind, thread, sites }) => ({ kind, thread, sites }));
          expect(parsePlan(planText(plan), 'p')).toEqual({ ...plan, steps });
        }
    }),
    runs(200),
  );
});
