// Critical sections that some later event may still be compared with: those in the queue of their lock (rule b) and the last ones
// that touched a variable (rule a). Counted, and numbered again once nobody refers to them.

import { grown } from '../../base/grown.ts';
import type { Version, Versions } from '../../clocks/versions.ts';

/** No section. */
export const NONE = 0;

export class CriticalSections {
  threads = new Uint32Array(256);
  /** Time of the acquire and of the release in the section's thread; the release has 0 while the section is open. */
  acquires = new Uint32Array(256);
  releases = new Uint32Array(256);
  locks = new Uint32Array(256);
  /** What its thread knew of the others at the release. */
  versions: Uint32Array = new Uint32Array(256);
  private counts = new Uint32Array(256);
  private used = 1;
  private readonly free: number[] = [];
  private readonly clocks: Versions;

  constructor(clocks: Versions) {
    this.clocks = clocks;
  }

  /** Open sections are held by their thread: the caller has a share. */
  open(thread: number, lock: number, time: number): number {
    const s = this.free.pop() ?? this.fresh();
    this.threads[s] = thread;
    this.locks[s] = lock;
    this.acquires[s] = time;
    this.releases[s] = 0;
    this.versions[s] = 0;
    this.counts[s] = 1;
    return s;
  }

  close(s: number, time: number, known: Version): void {
    this.releases[s] = time;
    this.versions[s] = this.clocks.share(known);
  }

  share(s: number): number {
    this.counts[s]!++;
    return s;
  }

  drop(s: number): void {
    if (s === NONE || --this.counts[s]! > 0) return;
    this.clocks.drop(this.versions[s]!);
    this.free.push(s);
  }

  private fresh(): number {
    const s = this.used++;
    if (s < this.threads.length) return s;
    this.threads = grown(this.threads, s * 2);
    this.acquires = grown(this.acquires, s * 2);
    this.releases = grown(this.releases, s * 2);
    this.locks = grown(this.locks, s * 2);
    this.versions = grown(this.versions as Uint32Array<ArrayBuffer>, s * 2);
    this.counts = grown(this.counts, s * 2);
    return s;
  }
}

/** A queue of sections per lock, first in first out. */
export class SectionQueue {
  private items = new Uint32Array(8);
  private head = 0;
  private length = 0;

  get size(): number {
    return this.length;
  }

  get front(): number {
    return this.items[this.head]!;
  }

  push(s: number): void {
    const { items } = this;
    if (this.length === items.length) {
      const larger = new Uint32Array(items.length * 2);
      larger.set(items.subarray(this.head));
      larger.set(items.subarray(0, this.head), items.length - this.head);
      this.items = larger;
      this.head = 0;
    }
    this.items[(this.head + this.length) & (this.items.length - 1)] = s;
    this.length++;
  }

  shift(): number {
    const s = this.items[this.head]!;
    this.head = (this.head + 1) & (this.items.length - 1);
    this.length--;
    return s;
  }
}
