// Goldilocks 2006 as it is printed, typed in without any thought of speed: the rules of Fig. 1, and Fig. 3 with its lazy evaluation. All
// accesses conflict, as there. Pairs are the last access of the variable and the one that was reported.

import { Op } from '../../src/trace/operation.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';
import type { Pair } from './observed-races.ts';

type Lockset = Set<string>;
const thread = (t: number): string => `thread ${t}`;
const lock = (m: number): string => `lock ${m}`;
const volatile = (v: number): string => `volatile ${v}`;

/** Rules 2 to 7: locksets with the first get the second. */
function transfer({ op, thread: t, target }: Event): readonly [from: string, to: string] | undefined {
  if (op === Op.volatileRead) return [volatile(target), thread(t)];
  if (op === Op.volatileWrite) return [thread(t), volatile(target)];
  if (op === Op.acquire) return [lock(target), thread(t)];
  if (op === Op.release) return [thread(t), lock(target)];
  if (op === Op.fork) return [thread(t), thread(target)];
  if (op === Op.join) return [thread(target), thread(t)];
  return undefined;
}

function apply(lockset: Lockset, event: Event): void {
  const [from, to] = transfer(event) ?? ['', ''];
  if (lockset.has(from)) lockset.add(to);
}

/** The locks that threads hold, and which events are inner acquires and releases: the document has none. */
class Holding {
  private readonly depths = new Map<string, number>();

  /** False for an inner acquire or release. */
  step({ op, thread: t, target }: Event): boolean {
    const key = `${t} ${target}`;
    const depth = this.depths.get(key) ?? 0;
    if (op === Op.acquire) this.depths.set(key, depth + 1);
    if (op === Op.release) this.depths.set(key, depth - 1);
    return !((op === Op.acquire && depth > 0) || (op === Op.release && depth > 1));
  }

  holds(t: number, m: number | undefined): boolean {
    return m !== undefined && (this.depths.get(`${t} ${m}`) ?? 0) > 0;
  }

  some(t: number): number | undefined {
    const key = [...this.depths].find(([name, depth]) => name.startsWith(`${t} `) && depth > 0)?.[0];
    return key === undefined ? undefined : Number(key.split(' ')[1]);
  }
}

/** What LS is after each event, by variable, in the order in which elements came. */
export type LocksetsAfter = ReadonlyMap<number, readonly string[]>;

export interface Figure1 {
  readonly pairs: readonly Pair[];
  readonly locksets: readonly LocksetsAfter[];
}

export function figure1(trace: Trace): Figure1 {
  const holding = new Holding();
  const ls = new Map<number, Lockset>();
  const last = new Map<number, number>();
  const pairs: Pair[] = [];
  const locksets: LocksetsAfter[] = [];
  for (const event of events(trace)) {
    const { op, thread: t, target: x, position } = event;
    const isOuter = holding.step(event);
    if (op === Op.read || op === Op.write) {
      const lockset = ls.get(x);
      if (lockset !== undefined && lockset.size > 0 && !lockset.has(thread(t))) pairs.push([last.get(x)!, position]);
      ls.set(x, new Set([thread(t)]));
      last.set(x, position);
    } else if (op === Op.alloc) ls.set(x, new Set());
    else if (isOuter) for (const lockset of ls.values()) apply(lockset, event);
    locksets.push(new Map([...ls].map(([y, lockset]) => [y, [...lockset]])));
  }
  return { pairs, locksets };
}

interface Info {
  /** The first cell that comes after the access. */
  pos: number;
  owner: number;
  alock: number | undefined;
  at: number;
}

/**
 * Fig. 3. As printed, an access that a short circuit lets pass keeps the alock, and alloc is nobody's case. `corrected`: an access
 * by a thread that does not hold the alock chooses again, and alloc forgets the variable.
 */
export function figure3(trace: Trace, corrected: boolean): Pair[] {
  const holding = new Holding();
  const cells: Event[] = [];
  const infos = new Map<number, Info>();
  const pairs: Pair[] = [];
  for (const event of events(trace)) {
    const { op, thread: t, target: x, position } = event;
    const isOuter = holding.step(event);
    if (transfer(event) !== undefined && isOuter) cells.push(event);
    if (op === Op.alloc && corrected) infos.delete(x);
    if (op !== Op.read && op !== Op.write) continue;
    const info = infos.get(x);
    if (info === undefined) {
      infos.set(x, { pos: cells.length, owner: t, alock: holding.some(t), at: position });
      continue;
    }
    if (info.owner !== t && !holding.holds(t, info.alock)) {
      if (!applyLocksetRules(cells.slice(info.pos), info.owner, t)) pairs.push([info.at, position]);
      info.alock = holding.some(t);
    } else if (corrected && !holding.holds(t, info.alock)) info.alock = holding.some(t);
    Object.assign(info, { owner: t, pos: cells.length, at: position });
  }
  return pairs;
}

function applyLocksetRules(cells: readonly Event[], owner: number, t: number): boolean {
  const lockset: Lockset = new Set([thread(owner)]);
  for (const cell of cells) {
    apply(lockset, cell);
    if (lockset.has(thread(t))) return true;
  }
  return false;
}

/** What is left of a detector's pairs if a variable is left alone after its first race, until it is allocated anew; and what was skipped. */
export function oncePerVariable(trace: Trace, pairs: readonly Pair[]): { pairs: Pair[]; skipped: number } {
  const off = new Set<number>();
  const kept: Pair[] = [];
  let skipped = 0;
  for (const { op, target: x, position } of events(trace)) {
    if (op === Op.alloc) off.delete(x);
    if (op > Op.write) continue;
    const own = pairs.filter(([, second]) => second === position);
    if (off.has(x)) skipped++;
    else kept.push(...own);
    if (own.length > 0) off.add(x);
  }
  return { pairs: kept, skipped };
}
