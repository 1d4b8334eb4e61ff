// Lock order inversions: all of two locks by definition, longer ones in examples, and none where nobody waits.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deadlock } from '../../src/detectors/deadlock/index.ts';
import { Detection } from '../../src/detectors/detection.ts';
import type { DeadlockDetector } from '../../src/detectors/detector.ts';
import { lockOrder } from '../../src/detectors/lock-order/index.ts';
import { Op } from '../../src/trace/operation.ts';
import { eventAt, events, type Trace } from '../../src/trace/trace.ts';
import { askedArbitrary } from '../arbitrary/nested.ts';
import { parse } from '../referee/litmus.ts';
import { runs } from '../runs.ts';

function found(detector: DeadlockDetector, trace: Trace): string[] {
  const detection = new Detection([detector]);
  for (const block of trace.blocks) detection.block(block);
  const { deadlocks } = detection.end()[0]!;
  const locks = (cycle: readonly number[]): string[] => cycle.map((e) => trace.symbols.locks.name(eventAt(trace, e).target));
  return deadlocks.map(({ cycle }) => locks(cycle).sort().join(' '));
}

interface Wanting {
  readonly thread: number;
  readonly lock: number;
  readonly shared: boolean;
  /** Lock → whether it is held exclusively. */
  readonly held: ReadonlyMap<number, boolean>;
}

/** The acquires that can wait, with what is held at each. */
function wantings(trace: Trace): Wanting[] {
  const all: Wanting[] = [];
  const depths = new Map<string, number>();
  const suspended = new Map<number, number>();
  const depth = (thread: number, lock: number, shared: boolean): number => depths.get(`${thread} ${lock} ${shared}`) ?? 0;
  const change = (thread: number, lock: number, shared: boolean, by: number): void =>
    void depths.set(`${thread} ${lock} ${shared}`, depth(thread, lock, shared) + by);
  let last = new Map<number, number>();
  for (const { op, thread, target, position } of events(trace)) {
    const shared = op === Op.acquireShared || op === Op.releaseShared;
    if (op === Op.acquire || op === Op.acquireShared) {
      const before = last.get(thread);
      const isTried = before !== undefined && eventAt(trace, before).op === Op.try && eventAt(trace, before).target === target;
      const isOwn = depth(thread, target, false) > 0 || (shared && depth(thread, target, true) > 0);
      const held = new Map<number, boolean>();
      for (let lock = 0; lock < trace.symbols.locks.size; lock++)
        if (depth(thread, lock, false) > 0 || depth(thread, lock, true) > 0) held.set(lock, depth(thread, lock, false) > 0);
      if (!isTried && !isOwn) all.push({ thread, lock: target, shared, held });
      change(thread, target, shared, shared ? 1 : (suspended.get(thread) ?? 1));
      if (!shared) suspended.delete(thread);
    } else if (op === Op.release || op === Op.releaseShared) change(thread, target, shared, -1);
    else if (op === Op.wait) {
      suspended.set(thread, depth(thread, target, false));
      depths.set(`${thread} ${target} false`, 0);
    }
    last = last.set(thread, position);
  }
  return all;
}

/** Two locks that two threads take in both orders, and would wait for. */
function pairs(trace: Trace): string[] {
  const all = wantings(trace);
  const waits = (a: Wanting, b: Wanting): boolean => b.held.has(a.lock) && !(a.shared && b.held.get(a.lock) === false);
  const contrary = all.flatMap((a) =>
    all.filter((b) => a.thread !== b.thread && a.lock !== b.lock && waits(a, b) && waits(b, a)).map((b) => [a, b]),
  );
  const names = contrary.map((both) =>
    both
      .map((one) => trace.symbols.locks.name(one!.lock))
      .sort()
      .join(' '),
  );
  return [...new Set(names)].sort();
}

describe('lock-order', () => {
  it('tells of all contrary orders of two locks, and of no others', () => {
    fc.assert(
      fc.property(askedArbitrary({ threads: 4, locks: 4, items: 8 }), (trace) => {
        expect(
          found(lockOrder, trace)
            .filter((cycle) => cycle.split(' ').length === 2)
            .sort(),
        ).toEqual(pairs(trace));
      }),
      runs(1000),
    );
  });

  it('tells of something wherever there is a deadlock', () => {
    fc.assert(
      fc.property(askedArbitrary({ threads: 4, locks: 4, items: 8 }), (trace) => {
        if (found(deadlock, trace).length > 0) expect(found(lockOrder, trace)).not.toEqual([]);
      }),
      runs(600),
    );
  });

  const step = (thread: string, first: string, second: string): string =>
    `${thread}|acq(${first})\n${thread}|acq(${second})\n${thread}|rel(${second})\n${thread}|rel(${first})`;

  it('tells of longer cycles, the shortest first, each once', () => {
    const text = [
      step('A', 'a', 'b'),
      step('B', 'b', 'c'),
      step('C', 'c', 'a'),
      step('D', 'd', 'e'),
      step('E', 'e', 'd'),
      step('F', 'a', 'b'),
    ];
    expect(found(lockOrder, parse(text.join('\n')))).toEqual(['a b c', 'd e']);
    const trace = parse(text.join('\n'));
    const analysis: number[] = [];
    const one = lockOrder.analysis(({ cycle }) => analysis.push(cycle.length));
    for (const block of trace.blocks) one.block(block);
    one.end();
    expect(analysis).toEqual([2, 3]);
  });

  it('takes two steps of one thread, but not all of them', () => {
    expect(found(lockOrder, parse([step('A', 'a', 'b'), step('A', 'b', 'c'), step('B', 'c', 'a')].join('\n')))).toEqual([
      'a b c',
    ]);
    expect(found(lockOrder, parse([step('A', 'a', 'b'), step('A', 'b', 'a')].join('\n')))).toEqual([]);
  });

  it('counts more than it lists', () => {
    const text = Array.from({ length: 1001 }, (_, i) => `${step('A', `a${i}`, `b${i}`)}\n${step('B', `b${i}`, `a${i}`)}`).join(
      '\n',
    );
    const detection = new Detection([lockOrder]);
    for (const block of parse(text).blocks) detection.block(block);
    const { deadlocks, unfinished } = detection.end()[0]!;
    expect(deadlocks).toHaveLength(1000);
    expect(unfinished).toBe('lock-order counted 1 more cycles than it lists');
  });
});
