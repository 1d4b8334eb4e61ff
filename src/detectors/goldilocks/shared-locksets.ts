// The locksets of Goldilocks, kept up to date at every edge. What a thread does between two of its hand-overs has the same
// lockset for ever, so those accesses share one. The sets lie across: per element a row of bits, one for each lockset, so that an
// edge is one pass over two rows.

import { grown } from '../../base/grown.ts';
import type { EdgeSink, Element } from './edges.ts';

/** A number from 1 on, counted by those who hold it. */
export type SharedLockset = number;

/** The row of an element that is in no lockset. */
const NOBODY = new Uint32Array(0);

export class SharedLocksets implements EdgeSink {
  /** Edges that were applied, and how many locksets were alive at the same time. */
  transfers = 0;
  most = 0;
  /** Per element: which locksets have it. A row is as long as its last bit needs. */
  private readonly rows: Uint32Array[] = [];
  /** Per thread: the lockset of what it does now, or 0 if it did nothing since its last hand-over. */
  private currents = new Uint32Array(0);
  /** Per lockset: how many hold it. */
  private counts = new Uint32Array(64);
  /** Locksets that are in no row, and those that nobody holds but whose bits are still there. */
  private free: SharedLockset[] = [];
  private dead: SharedLockset[] = [];
  private used = 1;

  grow(threads: number): void {
    if (threads > this.currents.length) this.currents = grown(this.currents, Math.max(threads, 2 * this.currents.length));
  }

  /** The lockset of an access that thread t makes now, for a new holder. */
  current(t: number): SharedLockset {
    let lockset = this.currents[t]!;
    if (lockset === 0) {
      lockset = this.create(t);
      this.currents[t] = lockset;
    }
    this.counts[lockset]!++;
    return lockset;
  }

  drop(lockset: SharedLockset): void {
    if (--this.counts[lockset]! === 0) this.dead.push(lockset);
  }

  /** All elements of a lockset, for those who want to see it. */
  members(lockset: SharedLockset): Element[] {
    const members: Element[] = [];
    for (const [element, row] of this.rows.entries())
      if (((row[lockset >>> 5] ?? 0) >>> (lockset & 31)) & 1) members.push(element);
    return members;
  }

  has(lockset: SharedLockset, t: number): boolean {
    const row = this.rows[2 * t];
    return row !== undefined && ((row[lockset >>> 5] ?? 0) & (1 << (lockset & 31))) !== 0;
  }

  edge(from: Element, to: Element, replaces: boolean): void {
    this.transfers++;
    const source = this.rows[from] ?? NOBODY;
    let target = this.rows[to] ?? NOBODY;
    if (target.length < source.length) target = this.widen(to);
    for (let i = 0; i < source.length; i++) target[i] = replaces ? source[i]! : target[i]! | source[i]!;
    if (replaces) target.fill(0, source.length);
    if ((from & 1) === 0) this.endSegment(from >> 1);
  }

  /** What the thread does from now on has another lockset. */
  private endSegment(t: number): void {
    const lockset = this.currents[t]!;
    if (lockset === 0) return;
    this.currents[t] = 0;
    this.drop(lockset);
  }

  private create(t: number): SharedLockset {
    if (this.free.length === 0 && 2 * this.dead.length > this.used) this.sweep();
    const lockset = this.free.pop() ?? this.used++;
    if (lockset >= this.counts.length) this.counts = grown(this.counts, 2 * this.counts.length);
    const word = lockset >>> 5;
    const bit = 1 << (lockset & 31);
    const row = this.rows[2 * t];
    (row !== undefined && word < row.length ? row : this.widen(2 * t))[word]! |= bit;
    this.counts[lockset] = 1;
    this.most = Math.max(this.most, this.used - 1 - this.free.length - this.dead.length);
    return lockset;
  }

  /** Takes the dead locksets out of all rows, many at once: one by one it would cost a pass over the elements each. */
  private sweep(): void {
    const alive = new Uint32Array(this.counts.length >>> 5).fill(0xffff_ffff);
    for (const lockset of this.dead) alive[lockset >>> 5]! &= ~(1 << (lockset & 31));
    for (const row of this.rows) for (let i = 0; i < row.length; i++) row[i]! &= alive[i]!;
    this.free = this.dead;
    this.dead = [];
  }

  /** The element's row, long enough for all locksets. */
  private widen(element: Element): Uint32Array {
    while (this.rows.length <= element) this.rows.push(NOBODY);
    const old = this.rows[element]!;
    const row = grown(old, Math.max(old.length, this.counts.length >>> 5));
    this.rows[element] = row;
    return row;
  }
}
