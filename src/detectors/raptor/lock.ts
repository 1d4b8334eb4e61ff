// What Raptor keeps of a lock: for which owners it is in HB, with the index of the earliest release that they happen before; in CP; the
// acquires, which are owners themselves; and, while a section of it is open, all conditions on it.

import { bisect, firstAbove } from '../../base/bisect.ts';
import { grown } from '../../base/grown.ts';
import { BOTTOM, type Version } from '../../clocks/versions.ts';
import type { PendingPair } from '../cp/critical-section.ts';
import { Runs } from './runs.ts';

/** Thread of the owners → their indices. */
export type Indices = ReadonlyMap<number, Runs>;

/** What an owner can be ordered to: threads have even numbers, locks odd ones. The second accesses of pairs are told apart from them. */
export type Element = number;
export const threadElement = (t: number): Element => 2 * t;
export const lockElement = (m: number): Element => 2 * m + 1;

/** What the objects of a lock and of the indices of one thread take without their arrays. */
const LOCK = 500;
const RUNS = 200;
/** So few acquires are not worth looking for obsolete ones. */
const FEW = 4;

export class Lock {
  readonly id: number;
  /** How many acquires there were, and how many sections were closed. */
  sections = 0;
  closed = 0;
  /** Who released it last, and when. */
  releaser = 0;
  released = 0;
  /** HB: does not change while a section is open. */
  readonly indices = new Map<number, Runs>();
  /** CP, by thread of the owners. */
  cp: Version = BOTTOM;
  readonly acquires = new Acquires();
  /** With more acquires than this, obsolete ones are looked for. */
  private enough = FEW;
  private indexBytes = 0;

  constructor(id: number) {
    this.id = id;
  }

  /** Owners of thread u up to `time` happen before the release that closes section `index`. */
  reach(u: number, time: number, index: number): void {
    let runs = this.indices.get(u);
    if (runs === undefined) {
      runs = new Runs();
      this.indices.set(u, runs);
      this.indexBytes += runs.bytes + RUNS;
    }
    if (time <= runs.last) return;
    this.indexBytes -= runs.bytes;
    runs.push(time, index);
    this.indexBytes += runs.bytes;
  }

  get bytes(): number {
    return LOCK + this.acquires.bytes + this.indexBytes;
  }

  /** Whether it is time to look for what is obsolete: as much was added as was left the last time. */
  get grownUp(): boolean {
    return this.acquires.length > this.enough;
  }

  /** Algorithm 7: forgets the indices that no owner has any more, or need not have; and the acquires that only those asked for. */
  removeObsolete(asked: (u: number, after: number, upTo: number) => boolean, gone: (t: number, time: number) => void): void {
    const needed = new Set<number>([this.sections]);
    for (const [u, runs] of this.indices) {
      runs.keep((after, upTo) => asked(u, after, upTo));
      for (let run = 0; run < runs.length; run++) needed.add(runs.indices[run]!);
    }
    this.acquires.keep(needed, gone);
    this.enough = 2 * this.acquires.length + FEW;
  }
}

/** The acquires of a lock that are left, by ascending index: who did it and when. */
class Acquires {
  length = 0;
  private indices = new Uint32Array(4);
  private threads = new Uint32Array(4);
  private times = new Uint32Array(4);

  get bytes(): number {
    return 3 * this.indices.byteLength;
  }

  push(index: number, t: number, time: number): void {
    if (this.length === this.indices.length) {
      this.indices = grown(this.indices, this.length * 2);
      this.threads = grown(this.threads, this.length * 2);
      this.times = grown(this.times, this.length * 2);
    }
    this.indices[this.length] = index;
    this.threads[this.length] = t;
    this.times[this.length++] = time;
  }

  /** The latest for which `holds` holds, 0 if for none: those for which it holds come first. */
  latest(holds: (t: number, time: number) => boolean): number {
    const { threads, times } = this;
    const end = bisect(0, this.length, (at) => holds(threads[at]!, times[at]!));
    return end === 0 ? 0 : this.indices[end - 1]!;
  }

  /** What the acquire's thread has in `conditions` for its time; 0 if nothing. */
  indexIn(conditions: Indices, index: number): number {
    const at = firstAbove(this.indices, 0, this.length, index - 1);
    return conditions.get(this.threads[at]!)?.at(this.times[at]!) ?? 0;
  }

  keep(needed: ReadonlySet<number>, gone: (t: number, time: number) => void): void {
    const { indices, threads, times, length } = this;
    let kept = 0;
    for (let at = 0; at < length; at++) {
      if (!needed.has(indices[at]!)) {
        gone(threads[at]!, times[at]!);
        continue;
      }
      indices[kept] = indices[at]!;
      threads[kept] = threads[at]!;
      times[kept++] = times[at]!;
    }
    this.length = kept;
  }
}

/** An open critical section. Conditions on a lock hold only as long as it is open: they go with it. */
export class Section {
  readonly lock: Lock;
  readonly index: number;
  readonly thread: number;
  /** The latest section of the lock that has an access in conflict with one of this section: rule (a). */
  conflict = 0;
  /** CCP: element σ → the owners for which it has σ:m^j, with j. Not changed in place, for elements share them. */
  readonly conditions = new Map<Element, Indices>();
  /** The same for pairs of accesses, whose second is ξ: with j. */
  readonly pairs = new Map<PendingPair, number>();
  /** What its own conditions take beside the lock's indices. */
  bytes = 0;

  constructor(lock: Lock, index: number, thread: number) {
    this.lock = lock;
    this.index = index;
    this.thread = thread;
  }
}
