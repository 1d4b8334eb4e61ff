// Slots of a variable's shadow (epoch-analysis.ts) for detectors that keep every access that still matters: an epoch for as long as its
// accesses are totally ordered, and a set from then on until they are again. Most variables never need one.

import { ConcurrentAccesses, LastAccesses } from '../clocks/access-sets.ts';
import type { HappensBefore } from '../clocks/happens-before.ts';
import type { Position } from '../trace/id.ts';
import { UNKNOWN } from '../trace/outcome.ts';
import { MANY, POSITION, THREAD, TIME } from './epoch-analysis.ts';

function putEpoch(shadow: Uint32Array, at: number, t: number, time: number, position: Position): void {
  shadow[at + TIME] = time;
  shadow[at + THREAD] = t;
  shadow[at + POSITION] = position;
}

/** A slot that becomes many with this access. */
function putSet(shadow: Uint32Array, at: number, set: number): void {
  putEpoch(shadow, at, 0, MANY, set);
}

/** Slots whose set is the list of accesses that are pairwise unordered: an epoch again as soon as one access is after all. */
export class AdaptiveSlots {
  private readonly hb: HappensBefore;
  private readonly lists = new ConcurrentAccesses();
  /** How often an epoch became a set, and a set an epoch. */
  widened = 0;
  narrowed = 0;

  constructor(hb: HappensBefore) {
    this.hb = hb;
  }

  /** The latest access of the slot that is not ordered before what thread t does next, or UNKNOWN. */
  latestUnordered(shadow: Uint32Array, at: number, t: number): Position {
    const time = shadow[at + TIME]!;
    if (time === MANY) return this.lists.latestUnordered(shadow[at + POSITION]!, t, this.hb);
    return this.hb.ordered(shadow[at + THREAD]!, time, t) ? UNKNOWN : shadow[at + POSITION]!;
  }

  /** Adds thread t's access and drops those that are ordered before it. */
  put(shadow: Uint32Array, at: number, t: number, position: Position): void {
    const { hb, lists } = this;
    const now = hb.times[t]!;
    if (shadow[at + TIME] === MANY) {
      const list = shadow[at + POSITION]!;
      if (lists.prune(list, t, hb) > 0) {
        shadow[at + POSITION] = lists.append(list, t, now, position);
        return;
      }
      this.narrowed++;
      lists.release(list);
    } else if (!hb.ordered(shadow[at + THREAD]!, shadow[at + TIME]!, t)) {
      this.widened++;
      const list = lists.append(lists.create(), shadow[at + THREAD]!, shadow[at + TIME]!, shadow[at + POSITION]!);
      putSet(shadow, at, lists.append(list, t, now, position));
      return;
    }
    putEpoch(shadow, at, t, now, position);
  }

  /** The time of thread t's access in the slot, 0 if it has none. */
  timeOf(shadow: Uint32Array, at: number, t: number): number {
    if (shadow[at + TIME] === MANY) return this.lists.time(shadow[at + POSITION]!, t);
    return shadow[at + THREAD] === t ? shadow[at + TIME]! : 0;
  }

  /** Thread and time of the last access; the time is 0 if there was none. */
  lastThread(shadow: Uint32Array, at: number): number {
    return shadow[at + TIME] === MANY ? this.lists.lastThread(shadow[at + POSITION]!) : shadow[at + THREAD]!;
  }

  lastTime(shadow: Uint32Array, at: number): number {
    return shadow[at + TIME] === MANY ? this.lists.lastTime(shadow[at + POSITION]!) : shadow[at + TIME]!;
  }

  forget(shadow: Uint32Array, at: number): void {
    if (shadow[at + TIME] === MANY) this.lists.release(shadow[at + POSITION]!);
    shadow[at + TIME] = 0;
  }
}

/**
 * Slots for reads, whose set has the last read of each thread: O(1) for a read, however many threads share the variable; the
 * write that comes after them pays for the comparison, and drops those that are ordered before it.
 */
export class SharedReads {
  private readonly hb: HappensBefore;
  private readonly sets = new LastAccesses();
  /** How often an epoch became a set, and a set an epoch or nothing. */
  widened = 0;
  narrowed = 0;

  constructor(hb: HappensBefore) {
    this.hb = hb;
  }

  /** The latest read of the slot that is not ordered before what thread t does next, or UNKNOWN. */
  latestUnordered(shadow: Uint32Array, at: number, t: number): Position {
    const time = shadow[at + TIME]!;
    if (time === MANY) return this.sets.latestUnordered(shadow[at + POSITION]!, t, this.hb);
    return this.hb.ordered(shadow[at + THREAD]!, time, t) ? UNKNOWN : shadow[at + POSITION]!;
  }

  put(shadow: Uint32Array, at: number, t: number, position: Position): void {
    const { hb, sets } = this;
    const now = hb.times[t]!;
    if (shadow[at + TIME] === MANY) {
      shadow[at + POSITION] = sets.put(shadow[at + POSITION]!, t, now, position);
    } else if (hb.ordered(shadow[at + THREAD]!, shadow[at + TIME]!, t)) {
      putEpoch(shadow, at, t, now, position);
    } else {
      this.widened++;
      const set = sets.put(sets.create(), shadow[at + THREAD]!, shadow[at + TIME]!, shadow[at + POSITION]!);
      putSet(shadow, at, sets.put(set, t, now, position));
    }
  }

  /** The time of thread t's read in the slot, 0 if it has none. */
  timeOf(shadow: Uint32Array, at: number, t: number): number {
    if (shadow[at + TIME] === MANY) return this.sets.time(shadow[at + POSITION]!, t);
    return shadow[at + THREAD] === t ? shadow[at + TIME]! : 0;
  }

  /**
   * Thread t is about to write. Whoever does not know a read that is ordered before the write does not know the write either,
   * and will be told so. What t itself read at this time stays: Djit+ has to know that it did.
   */
  prune(shadow: Uint32Array, at: number, t: number): void {
    if (shadow[at + TIME] !== MANY || this.sets.prune(shadow[at + POSITION]!, t, this.hb) > 0) return;
    this.narrowed++;
    this.forget(shadow, at);
  }

  forget(shadow: Uint32Array, at: number): void {
    if (shadow[at + TIME] === MANY) this.sets.release(shadow[at + POSITION]!);
    shadow[at + TIME] = 0;
  }
}
