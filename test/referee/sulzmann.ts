// The online algorithms of Sulzmann's "Dynamic data race prediction" as they are printed, typed in without any thought of speed: every event
// advances the time of its thread, clocks are arrays. Fork and join are those of the Go program. Only reads, writes, locks, forks, joins.

import { Op } from '../../src/trace/operation.ts';
import { type Event, events, type Trace } from '../../src/trace/trace.ts';
import type { Pair } from './observed-races.ts';

type Clock = readonly number[];

const sync = (a: Clock, b: Clock): Clock => a.map((time, i) => Math.max(time, b[i]!));
const inc = (clock: Clock, i: number): Clock => clock.with(i, clock[i]! + 1);
const happensBefore = (a: Clock, b: Clock): boolean => a.every((time, i) => time <= b[i]!) && a.some((time, i) => time < b[i]!);

/** Th and Rel, and what an event does to them. */
function* annotated(trace: Trace): Generator<Event & { readonly pre: Clock }> {
  const threads = trace.symbols.threads.size;
  const zero: Clock = new Array<number>(threads).fill(0);
  const th: Clock[] = zero.map((_, i) => inc(zero, i));
  const rel = new Map<number, Clock>();
  for (const event of events(trace)) {
    const { op, thread: i, target } = event;
    const pre = th[i]!;
    yield { ...event, pre };
    if (op === Op.acquire) th[i] = sync(rel.get(target) ?? zero, pre);
    if (op === Op.release) rel.set(target, pre);
    if (op === Op.fork) th[target] = sync(th[target]!, pre);
    if (op === Op.join) th[i] = sync(pre, th[target]!);
    th[i] = inc(th[i]!, i);
  }
}

/** The same as the Go program has it: `inc` writes in place, and a release stores the very array. */
function* annotatedInPlace(trace: Trace): Generator<Event & { readonly pre: Clock }> {
  const threads = trace.symbols.threads.size;
  const zero = new Array<number>(threads).fill(0);
  const th: number[][] = zero.map((_, i) => zero.with(i, 1));
  const lastRelease = new Map<number, Clock>();
  for (const event of events(trace)) {
    const { op, thread: i, target } = event;
    yield { ...event, pre: [...th[i]!] };
    if (op === Op.acquire) th[i] = [...sync(th[i]!, lastRelease.get(target) ?? zero)];
    if (op === Op.release) lastRelease.set(target, th[i]!);
    if (op === Op.fork) th[target] = [...sync(th[target]!, th[i]!)];
    if (op === Op.join) th[i] = [...sync(th[i]!, th[target]!)];
    th[i]![i]!++;
  }
}

interface Stamped {
  readonly clock: Clock;
  readonly position: number;
}

/** VC_W_R_Races, and the sets after each access. `keepWrites`: not as printed, a read removes no writes. `inPlace`: the Go program. */
export function wrRaces(trace: Trace, keepWrites = false, inPlace = false): { pairs: Pair[]; sizes: [w: number, r: number][] } {
  const w = new Map<number, Stamped[]>();
  const r = new Map<number, Stamped[]>();
  const pairs: Pair[] = [];
  const sizes: [number, number][] = [];
  for (const { op, target: x, position, pre } of inPlace ? annotatedInPlace(trace) : annotated(trace)) {
    if (op > Op.write) continue;
    const own = { clock: pre, position };
    const concurrent = (set: readonly Stamped[] | undefined) => (set ?? []).filter(({ clock }) => !happensBefore(clock, pre));
    const [writes, reads] = [concurrent(w.get(x)), concurrent(r.get(x))];
    const racing = op === Op.read ? writes : [...writes, ...reads];
    pairs.push(...racing.map((earlier): Pair => [earlier.position, position]));
    if (op === Op.read) {
      r.set(x, [...reads, own]);
      if (!keepWrites) w.set(x, writes);
    } else {
      r.set(x, reads);
      w.set(x, [...writes, own]);
    }
    sizes.push([w.get(x)?.length ?? 0, r.get(x)?.length ?? 0]);
  }
  return { pairs: pairs.sort((a, b) => a[1] - b[1] || a[0] - b[0]), sizes };
}

/** j#k. */
interface Epoch {
  readonly j: number;
  readonly k: number;
}
type Hybrid = Epoch | Clock;
const isEpoch = (h: Hybrid): h is Epoch => 'k' in h;
/** The epoch of no access: both algorithms start with it, or with a clock of zeros. */
export const NOBODY = -1;

export interface EpochOptions {
  /** The comparisons as they are printed: k < Th(i)(j) for a race. */
  readonly reversed?: boolean;
  /** As printed: the write case of Adaptive_Epoch stores into Rh, where it finds an epoch in Wh. */
  readonly slip?: boolean;
}

class Epochs {
  readonly pairs: Pair[] = [];
  private readonly at = new Map<string, number>();
  private readonly unordered: (k: number, known: number) => boolean;

  constructor({ reversed = false }: EpochOptions) {
    this.unordered = reversed ? (k, known) => k < known : (k, known) => k > known;
  }

  stamp({ thread, position, pre }: Event & { readonly pre: Clock }): Epoch {
    this.at.set(`${thread}#${pre[thread]}`, position);
    return { j: thread, k: pre[thread]! };
  }

  isUnordered({ j, k }: Epoch, th: Clock): boolean {
    return this.unordered(k, th[j]!);
  }

  /** `V < Th(i)` is not reversed in the document. A location has no partner there; here it is the latest that it can be. */
  check(h: Hybrid, th: Clock, position: number): void {
    if (isEpoch(h)) {
      if (this.isUnordered(h, th)) this.pairs.push([this.position(h), position]);
    } else if (!happensBefore(h, th)) {
      const racing = h.flatMap((k, j) => (k > th[j]! ? [this.position({ j, k })] : []));
      this.pairs.push([Math.max(...racing), position]);
    }
  }

  private position({ j, k }: Epoch): number {
    return this.at.get(`${j}#${k}`) ?? NOBODY;
  }
}

const both = (a: Epoch, b: Epoch, zero: Clock): Clock => zero.with(a.j, a.k).with(b.j, b.k);

export function adaptiveEpoch(trace: Trace, options: EpochOptions = {}): Pair[] {
  const epochs = new Epochs(options);
  const zero: Clock = new Array<number>(trace.symbols.threads.size).fill(0);
  const rh = new Map<number, Hybrid>();
  const wh = new Map<number, Hybrid>();
  for (const event of annotated(trace)) {
    const { op, thread: i, target: x, position, pre } = event;
    if (op > Op.write) continue;
    const own = epochs.stamp(event);
    const [reads, writes] = [rh.get(x) ?? zero, wh.get(x) ?? zero];
    epochs.check(writes, pre, position);
    if (op === Op.write) epochs.check(reads, pre, position);
    const old = op === Op.read ? reads : writes;
    const updated = op === Op.read ? rh : wh;
    if (isEpoch(old)) {
      const next = epochs.isUnordered(old, pre) ? both(old, own, zero) : own;
      (options.slip ? rh : updated).set(x, next);
    } else updated.set(x, happensBefore(old, pre) ? own : old.with(i, pre[i]!));
  }
  return sorted(epochs.pairs);
}

export function fastTrackStyle(trace: Trace, options: EpochOptions = {}): Pair[] {
  const epochs = new Epochs(options);
  const zero: Clock = new Array<number>(trace.symbols.threads.size).fill(0);
  const rh = new Map<number, Hybrid>();
  const ws = new Map<number, Epoch>();
  for (const event of annotated(trace)) {
    const { op, thread: i, target: x, position, pre } = event;
    if (op > Op.write) continue;
    const own = epochs.stamp(event);
    const reads = rh.get(x) ?? { j: 0, k: 0 };
    epochs.check(ws.get(x) ?? { j: 0, k: 0 }, pre, position);
    if (op === Op.write) {
      epochs.check(reads, pre, position);
      ws.set(x, own);
    } else if (isEpoch(reads)) rh.set(x, epochs.isUnordered(reads, pre) ? both(reads, own, zero) : own);
    else rh.set(x, reads.with(i, pre[i]!));
  }
  return sorted(epochs.pairs);
}

const sorted = (pairs: Pair[]): Pair[] => pairs.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
