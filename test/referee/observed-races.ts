// The races that happens-before and its schedulable form leave unordered, straight from the definitions: which event directly
// synchronises with which, closed under transitivity, and every conflicting pair that is then unordered. Cubic and more.

import { Op } from '../../src/trace/operation.ts';
import { type Event, events, modelOf, type Trace } from '../../src/trace/trace.ts';

/** before[j]: the positions of all events that are ordered before event j. */
export type Order = readonly ReadonlySet<number>[];
export type Pair = readonly [number, number];

/** Whether e, which is earlier in the trace, is directly ordered before f. All else follows by transitivity. */
export function synchronises(e: Event, f: Event, trace: readonly Event[], isJava: boolean): boolean {
  const sameTarget = e.target === f.target;
  if (e.thread === f.thread) return true;
  if (e.op === Op.fork && e.target === f.thread) return true;
  if (f.op === Op.join && e.thread === f.target) return true;
  // A thread that does nothing still hands on what its creator did.
  if (f.op === Op.join && e.op === Op.fork) return sameTarget;
  if (f.op === Op.acquire && sameTarget) return e.op === Op.release || e.op === Op.wait || e.op === Op.releaseShared;
  if (f.op === Op.acquireShared && sameTarget) return e.op === Op.release || e.op === Op.wait;
  if (f.op === Op.volatileRead && isJava) return e.op === Op.volatileWrite && sameTarget;
  if (f.op === Op.volatileRead) return e === last(trace, f.position, (g) => g.op === Op.volatileWrite && g.target === f.target);
  if (f.op === Op.barrierExit && e.op === Op.barrierEnter && sameTarget) return round(e, trace) === round(f, trace);
  return false;
}

/** The last event before a position that meets a condition. */
function last(trace: readonly Event[], position: number, condition: (e: Event) => boolean): Event | undefined {
  for (let i = position - 1; i >= 0; i--) if (condition(trace[i]!)) return trace[i];
  return undefined;
}

/** The number of the round in which a thread enters or leaves a barrier: one ends with the first exit of somebody who is in it. */
function round(e: Event, trace: readonly Event[]): number {
  const roundOf = new Map<number, number>();
  let gathering = 0;
  for (const f of trace.slice(0, e.position + 1)) {
    if (f.target !== e.target) continue;
    if (f.op === Op.barrierEnter) roundOf.set(f.thread, gathering);
    if (f.op === Op.barrierExit && roundOf.get(f.thread) === gathering) gathering++;
  }
  return roundOf.get(e.thread)!;
}

function closed(all: readonly Event[], direct: (e: Event, f: Event) => boolean): Order {
  const before: Set<number>[] = [];
  for (const f of all) {
    const mine = new Set<number>();
    for (const e of all.slice(0, f.position))
      if (direct(e, f)) {
        mine.add(e.position);
        for (const d of before[e.position]!) mine.add(d);
      }
    before.push(mine);
  }
  return before;
}

/** Happens-before. */
export function hbOrder(trace: Trace): Order {
  const all = [...events(trace)];
  const isJava = modelOf(trace) === 'java';
  return closed(all, (e, f) => synchronises(e, f, all, isJava));
}

/** Two accesses to the same memory by two threads, one of them at least a write, with no allocation in between. */
function conflicting(e: Event, f: Event, trace: readonly Event[]): boolean {
  if (e.op > Op.write || f.op > Op.write || e.op + f.op === 0 || e.target !== f.target || e.thread === f.thread) return false;
  return !trace.slice(e.position, f.position).some((g) => g.op === Op.alloc && g.target === e.target);
}

function unordered(all: readonly Event[], isBefore: (e: Event, f: Event) => boolean): Pair[] {
  return all.flatMap((f) =>
    all
      .slice(0, f.position)
      .filter((e) => conflicting(e, f, all) && !isBefore(e, f))
      .map((e): Pair => [e.position, f.position]),
  );
}

/** Every conflicting pair that happens-before leaves unordered, by the second access, then by the first. */
export function hbRaces(trace: Trace): Pair[] {
  const before = hbOrder(trace);
  return unordered([...events(trace)], (e, f) => before[f.position]!.has(e.position));
}

const atomics: readonly number[] = [Op.volatileRead, Op.volatileWrite, Op.relaxedRead, Op.relaxedWrite];
const writes: readonly number[] = [Op.write, Op.volatileWrite, Op.relaxedWrite];

/** Every pair of a plain and an atomic access to the same memory, one of them a write, that happens-before leaves unordered. */
export function atomicRaces(trace: Trace): Pair[] {
  const all = [...events(trace)];
  const before = hbOrder(trace);
  const mixed = (e: Event, f: Event) =>
    (e.op <= Op.write && atomics.includes(f.op)) || (f.op <= Op.write && atomics.includes(e.op));
  return all.flatMap((f) =>
    all
      .slice(0, f.position)
      .filter((e) => mixed(e, f) && e.target === f.target && e.thread !== f.thread)
      .filter((e) => writes.includes(e.op) || writes.includes(f.op))
      .filter((e) => !all.slice(e.position, f.position).some((g) => g.op === Op.alloc && g.target === e.target))
      .filter((e) => !before[f.position]!.has(e.position))
      .map((e): Pair => [e.position, f.position]),
  );
}

/** The write that a read sees. */
function writeOf(f: Event, trace: readonly Event[]): Event | undefined {
  if (f.op !== Op.read) return undefined;
  const e = last(trace, f.position, (g) => g.target === f.target && (g.op === Op.write || g.op === Op.alloc));
  return e?.op === Op.write ? e : undefined;
}

/**
 * Every conflicting pair that can be scheduled side by side. The order is happens-before, and a read comes after the write that
 * it sees; but whether a pair races is asked before the second access sees anything: of what its thread did and learnt up to then.
 */
export function shbRaces(trace: Trace): Pair[] {
  const all = [...events(trace)];
  const isJava = modelOf(trace) === 'java';
  const before = closed(all, (e, f) => synchronises(e, f, all, isJava) || e === writeOf(f, all));
  return unordered(all, (e, f) =>
    all.slice(0, f.position).some((d) => synchronises(d, f, all, isJava) && (d === e || before[d.position]!.has(e.position))),
  );
}
