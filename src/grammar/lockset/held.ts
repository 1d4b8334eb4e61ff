// Which locks the threads of a chunk hold: OpenAcq and OpenRel per thread and lock. A release whose acquire stands before the chunk
// says afterwards that the thread has held the lock since the chunk began: such releases are kept in order, per thread.

import { type BitSets, EMPTY } from '../bit-sets.ts';

export class Held {
  /** Per thread: the set of the locks that it has acquired in the chunk and holds. */
  readonly now: Int32Array;
  /** Per thread: how many releases without an acquire it has done. */
  readonly lateCounts: Uint32Array;
  private readonly late: number[][] = [];
  private readonly sets: BitSets;
  private readonly locks: number;
  private readonly threads = new Set<number>();
  /** By thread * locks + lock. */
  private readonly acquires = new Map<number, number>();
  private readonly releases = new Map<number, number>();

  constructor(sets: BitSets, threads: number, locks: number) {
    this.sets = sets;
    this.locks = locks;
    this.now = new Int32Array(threads);
    this.lateCounts = new Uint32Array(threads);
  }

  clear(): void {
    for (const t of this.threads) {
      this.now[t] = EMPTY;
      this.lateCounts[t] = 0;
      this.late[t] = [];
    }
    this.threads.clear();
    this.acquires.clear();
    this.releases.clear();
  }

  get size(): number {
    return this.acquires.size + this.releases.size;
  }

  acquire(t: number, lock: number, times: number): void {
    const key = t * this.locks + lock;
    const before = this.acquires.get(key) ?? 0;
    this.acquires.set(key, before + times);
    if (before > 0) return;
    this.threads.add(t);
    this.now[t] = this.sets.union(this.now[t]!, this.sets.of(lock));
  }

  release(t: number, lock: number, times: number): void {
    const key = t * this.locks + lock;
    const before = this.acquires.get(key) ?? 0;
    if (before > times) {
      this.acquires.set(key, before - times);
      return;
    }
    if (before > 0) {
      this.acquires.delete(key);
      this.now[t] = this.sets.without(this.now[t]!, lock);
    }
    if (before === times) return;
    this.releases.set(key, (this.releases.get(key) ?? 0) + times - before);
    this.threads.add(t);
    this.late[t] ??= [];
    this.late[t].push(lock);
    this.lateCounts[t]!++;
  }

  /** The set and what the thread turned out to hold as well, by releases after the first `count` ones. */
  completed(set: number, t: number, count: number): number {
    let result = set;
    for (let i = count; i < this.lateCounts[t]!; i++) result = this.sets.union(result, this.sets.of(this.late[t]![i]!));
    return result;
  }

  /** Takes the opens of a chunk that follows; returns, per thread, the locks that were held during all of it. */
  take({ openThreads, openLocks, openAcquires, openReleases }: LocksetSummary): Int32Array {
    const during = this.now.slice();
    for (let i = 0; i < openThreads.length; i++) {
      const t = openThreads[i]!;
      const lock = openLocks[i]!;
      const held = this.acquires.get(t * this.locks + lock) ?? 0;
      if (held > 0 && openReleases[i]! >= held) during[t] = this.sets.without(during[t]!, lock);
    }
    for (let i = 0; i < openThreads.length; i++) {
      if (openReleases[i]! > 0) this.release(openThreads[i]!, openLocks[i]!, openReleases[i]!);
      if (openAcquires[i]! > 0) this.acquire(openThreads[i]!, openLocks[i]!, openAcquires[i]!);
    }
    return during;
  }

  opens(): Pick<LocksetSummary, 'openThreads' | 'openLocks' | 'openAcquires' | 'openReleases'> {
    const keys = [...new Set([...this.acquires.keys(), ...this.releases.keys()])];
    return {
      openThreads: Int32Array.from(keys, (key) => Math.floor(key / this.locks)),
      openLocks: Int32Array.from(keys, (key) => key % this.locks),
      openAcquires: Float64Array.from(keys, (key) => this.acquires.get(key) ?? 0),
      openReleases: Float64Array.from(keys, (key) => this.releases.get(key) ?? 0),
    };
  }
}

/**
 * What a chunk does to locksets, as ZipTrack defines it (section 4): OpenAcq and OpenRel per thread and lock, LockSet per thread and
 * variable. The dummy locks of the paper are not stored: a variable violates the discipline if two threads access it, one writes,
 * and no real lock is common to all.
 */
export interface LocksetSummary {
  /** In events. */
  readonly length: number;
  /** Unmatched acquires and releases, where there are any. */
  readonly openThreads: Int32Array;
  readonly openLocks: Int32Array;
  readonly openAcquires: Float64Array;
  readonly openReleases: Float64Array;
  /** One row per variable and thread: the number of its lockset, its last access, and its last write or -1. */
  readonly variables: Int32Array;
  readonly threads: Int32Array;
  readonly sets: Int32Array;
  readonly positions: Float64Array;
  readonly writes: Float64Array;
}
