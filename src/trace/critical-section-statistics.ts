// Counts the critical sections of a well-formed trace: how many, how deep, how long, how many empty. A section lasts from the
// outermost acquire of a lock to its last release or to a wait; the acquire that ends a wait begins another. About 16 bytes per
// lock and 4 per thread, and an object for each hold of a reader that is open.

import { grown } from '../base/grown.ts';
import { LockDepths } from './lock-depths.ts';
import type { Bounds } from './symbols.ts';

/** Sections that start this deep or deeper are counted together. */
const DEEPEST_COUNTED = 16;

export interface SectionStatistics {
  /** Sections, those of readers included. */
  readonly sections: number;
  readonly readerSections: number;
  /** Sections without an access, atomic or not, by their thread. */
  readonly empty: number;
  /** Acquires of a lock that the thread held already. */
  readonly reentrantAcquires: number;
  /** The most locks that a thread held at once. */
  readonly deepest: number;
  /** byDepth[d - 1]: sections that began as the d-th lock that their thread held; the last entry counts all deeper ones too. */
  readonly byDepth: readonly number[];
  /** The longest closed section in events of its thread, from acquire to release; the first of its length. */
  readonly longest: { readonly events: number; readonly lock: number; readonly thread: number } | undefined;
  /** Sections that were never closed. */
  readonly openAtEnd: number;
}

interface Reading {
  depth: number;
  readonly events: number;
  readonly accesses: number;
}

export class SectionCounter {
  /** Per thread: sections that are open. */
  held = new Uint32Array(0);
  private readonly depths = new LockDepths();
  /** Per lock: what its holder had done when the section began: its events, that acquire not counted, and its accesses. */
  private eventsBefore = new Uint32Array(0);
  private accessesBefore = new Uint32Array(0);
  /** Reader → lock → its hold. */
  private readonly readings = new Map<number, Map<number, Reading>>();

  private sections = 0;
  private readerSections = 0;
  private closed = 0;
  private empty = 0;
  private reentrantAcquires = 0;
  private deepest = 0;
  private readonly byDepth = new Float64Array(DEEPEST_COUNTED);
  private longest: { events: number; lock: number; thread: number } | undefined;

  grow({ threads, locks }: Bounds): void {
    if (threads > this.held.length) this.held = grown(this.held, Math.max(threads, 2 * this.held.length));
    if (locks <= this.eventsBefore.length) return;
    const room = Math.max(locks, 2 * this.eventsBefore.length);
    this.eventsBefore = grown(this.eventsBefore, room);
    this.accessesBefore = grown(this.accessesBefore, room);
  }

  /** `events` and `accesses` are what the thread did so far, this event not counted. */
  acquire(thread: number, lock: number, events: number, accesses: number): void {
    if (!this.depths.acquire(lock, thread)) {
      this.reentrantAcquires++;
      return;
    }
    this.eventsBefore[lock] = events;
    this.accessesBefore[lock] = accesses;
    this.begin(thread);
  }

  release(thread: number, lock: number, events: number, accesses: number): void {
    if (this.depths.release(lock))
      this.close(thread, lock, events + 1 - this.eventsBefore[lock]!, accesses - this.accessesBefore[lock]!);
  }

  wait(thread: number, lock: number, events: number, accesses: number): void {
    this.depths.wait(lock, thread);
    this.close(thread, lock, events + 1 - this.eventsBefore[lock]!, accesses - this.accessesBefore[lock]!);
  }

  acquireShared(thread: number, lock: number, events: number, accesses: number): void {
    const locks = this.readings.get(thread) ?? new Map<number, Reading>();
    this.readings.set(thread, locks);
    const reading = locks.get(lock);
    if (reading !== undefined) {
      reading.depth++;
      this.reentrantAcquires++;
      return;
    }
    locks.set(lock, { depth: 1, events, accesses });
    this.readerSections++;
    this.begin(thread);
  }

  releaseShared(thread: number, lock: number, events: number, accesses: number): void {
    const locks = this.readings.get(thread)!;
    const reading = locks.get(lock)!;
    if (--reading.depth > 0) return;
    locks.delete(lock);
    this.close(thread, lock, events + 1 - reading.events, accesses - reading.accesses);
  }

  result(): SectionStatistics {
    const { sections, readerSections, empty, reentrantAcquires, deepest, longest } = this;
    const byDepth = Array.from(this.byDepth.subarray(0, Math.min(deepest, DEEPEST_COUNTED)));
    return { sections, readerSections, empty, reentrantAcquires, deepest, byDepth, longest, openAtEnd: sections - this.closed };
  }

  private begin(thread: number): void {
    const depth = this.held[thread]! + 1;
    this.held[thread] = depth;
    this.sections++;
    this.byDepth[Math.min(depth, DEEPEST_COUNTED) - 1]!++;
    if (depth > this.deepest) this.deepest = depth;
  }

  private close(thread: number, lock: number, events: number, accesses: number): void {
    this.held[thread]!--;
    this.closed++;
    if (accesses === 0) this.empty++;
    if (this.longest === undefined || events > this.longest.events) this.longest = { events, lock, thread };
  }
}
