// What protects an access, and what follows from it, straight from the definitions: objects and sets, every pair looked at.

import { ACCESS_KINDS, isWrite, NO_ACCESS, Op } from '../../src/trace/operation.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';
import { hbOrder, type Order, type Pair } from './observed-races.ts';

export interface Access extends Event {
  /** The locks that protect it: those that its thread holds, for a write only those held exclusively. */
  readonly locks: ReadonlySet<number>;
  /** How often the variable was allocated before. */
  readonly life: number;
}

/** How often each thread holds each lock after each event, exclusively and shared: keys `thread lock`. */
function holdings(trace: Trace): { exclusive: Map<string, number>; shared: Map<string, number> }[] {
  let exclusive = new Map<string, number>();
  let shared = new Map<string, number>();
  const suspended = new Map<number, number>();
  return [...events(trace)].map(({ op, thread, target }) => {
    exclusive = new Map(exclusive);
    shared = new Map(shared);
    const key = `${thread} ${target}`;
    if (op === Op.acquire) exclusive.set(key, suspended.get(thread) ?? (exclusive.get(key) ?? 0) + 1);
    if (op === Op.acquire) suspended.delete(thread);
    if (op === Op.release) exclusive.set(key, exclusive.get(key)! - 1);
    if (op === Op.wait) suspended.set(thread, exclusive.get(key)!);
    if (op === Op.wait) exclusive.set(key, 0);
    if (op === Op.acquireShared) shared.set(key, (shared.get(key) ?? 0) + 1);
    if (op === Op.releaseShared) shared.set(key, shared.get(key)! - 1);
    return { exclusive, shared };
  });
}

function held(holding: Map<string, number>, thread: number): number[] {
  return [...holding]
    .filter(([key, depth]) => key.startsWith(`${thread} `) && depth > 0)
    .map(([key]) => Number(key.split(' ')[1]));
}

/** The lock that atomic accesses hold among themselves. */
const ATOMIC = -1;

export interface AccessOptions {
  /** Also the atomic accesses, each in a section of its own as lowering makes it. */
  readonly atomics?: boolean;
  /** Whether a lock that is held shared protects reads, as it does. */
  readonly shared?: boolean;
}

export function accesses(trace: Trace, { atomics = false, shared: counts = true }: AccessOptions = {}): Access[] {
  const holding = holdings(trace);
  const lives = new Map<number, number>();
  const found: Access[] = [];
  for (const event of events(trace)) {
    const { position, op, thread, target } = event;
    if (op === Op.alloc) lives.set(target, (lives.get(target) ?? 0) + 1);
    const atomic = op > Op.write;
    if (ACCESS_KINDS[op] === NO_ACCESS || (atomic && !atomics)) continue;
    const { exclusive, shared } = holding[position]!;
    const locks = new Set(held(exclusive, thread));
    if (counts && !isWrite(op)) for (const lock of held(shared, thread)) locks.add(lock);
    if (atomic) locks.add(ATOMIC);
    found.push({ ...event, op: isWrite(op) ? Op.write : Op.read, locks, life: lives.get(target) ?? 0 });
  }
  return found;
}

function sameMemory(e: Access, f: Access): boolean {
  return e.target === f.target && e.life === f.life;
}

export function conflicting(e: Access, f: Access): boolean {
  return sameMemory(e, f) && e.thread !== f.thread && (e.op === Op.write || f.op === Op.write);
}

export function disjoint<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return ![...a].some((x) => b.has(x));
}

/** Sulzmann: every conflicting pair with disjoint locksets. */
export function locksetPairs(trace: Trace): Pair[] {
  const all = accesses(trace);
  const pairs: Pair[] = [];
  for (const f of all)
    for (const e of all)
      if (e.position < f.position && conflicting(e, f) && disjoint(e.locks, f.locks)) pairs.push([e.position, f.position]);
  return pairs;
}

/** ZipTrack, section 2: LockSet(e), with `reads` for Λ and `thread t` for Λ_t. */
function withDummies({ op, thread, locks }: Access): Set<number | string> {
  const set = new Set<number | string>([...locks, `thread ${thread}`]);
  if (op === Op.read) set.add('reads');
  return set;
}

/** The intersection of the locksets; undefined stands for the set of all locks. */
export function common([first, ...rest]: readonly Access[]): Set<number | string> | undefined {
  if (first === undefined) return undefined;
  const others = rest.map(withDummies);
  return new Set([...withDummies(first)].filter((lock) => others.every((set) => set.has(lock))));
}

/** The positions of the accesses after which, and not before, the accesses to a variable have no lock in common. */
export function violations(trace: Trace): number[] {
  const all = accesses(trace);
  const upTo = (f: Access, position: number) => common(all.filter((e) => sameMemory(e, f) && e.position <= position));
  return all
    .filter((f) => upTo(f, f.position)!.size === 0 && upTo(f, f.position - 1)?.size !== 0)
    .map(({ position }) => position);
}

/** Program order, fork and join, and nothing else. */
function forkJoinOrder(trace: Trace): Order {
  const all = [...events(trace)];
  const before: Set<number>[] = [];
  for (const f of all) {
    const mine = new Set<number>();
    for (const e of all.slice(0, f.position)) {
      const fork = e.op === Op.fork && (e.target === f.thread || (f.op === Op.join && f.target === e.target));
      if (e.thread !== f.thread && !fork && !(f.op === Op.join && f.target === e.thread)) continue;
      mine.add(e.position);
      for (const d of before[e.position]!) mine.add(d);
    }
    before.push(mine);
  }
  return before;
}

/** Sulzmann's Go program: the concurrent writes and reads of a variable, each with its lockset, pruned at every access. */
export function latestPairs(trace: Trace): Pair[] {
  const before = forkJoinOrder(trace);
  const writes = new Map<string, Access[]>();
  const reads = new Map<string, Access[]>();
  const pairs: Pair[] = [];
  for (const f of accesses(trace)) {
    const x = `${f.target} ${f.life}`;
    const concurrent = (all: Access[]) => all.filter((e) => !before[f.position]!.has(e.position));
    const concurrentWrites = concurrent(writes.get(x) ?? []);
    const concurrentReads = concurrent(reads.get(x) ?? []);
    for (const e of [...concurrentWrites, ...(f.op === Op.write ? concurrentReads : [])])
      if (disjoint(e.locks, f.locks)) pairs.push([e.position, f.position]);
    writes.set(x, f.op === Op.write ? [...concurrentWrites, f] : concurrentWrites);
    reads.set(x, f.op === Op.read ? [...concurrentReads, f] : concurrentReads);
  }
  return bySecond(pairs);
}

/** ZipTrack, section 2: the races of Goldilocks are those with the last write and with the last read of each thread. */
export function goldilocksPairs(trace: Trace): Pair[] {
  const before = hbOrder(trace);
  const all = accesses(trace);
  const pairs: Pair[] = [];
  for (const f of all) {
    const earlier = all.filter((e) => e.position < f.position && sameMemory(e, f));
    const last = [earlier.findLast((e) => e.op === Op.write)];
    if (f.op === Op.write)
      for (const t of new Set(earlier.map((e) => e.thread)))
        last.push(earlier.findLast((e) => e.op === Op.read && e.thread === t));
    for (const e of last)
      if (e !== undefined && e.thread !== f.thread && !before[f.position]!.has(e.position)) pairs.push([e.position, f.position]);
  }
  return bySecond(pairs);
}

function bySecond(pairs: readonly Pair[]): Pair[] {
  return [...pairs].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}
