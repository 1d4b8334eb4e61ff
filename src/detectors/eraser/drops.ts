// Which locks left the candidate set of a variable, and at which access. A lock leaves once, so this is bounded by the locks of
// the variables' first accesses. Written when something is dropped, never otherwise.

import { grown } from '../../base/grown.ts';
import type { Position } from '../../trace/id.ts';

/** The dummy locks: the one that all reads hold, and the one that a thread holds by itself. */
export const READS_ONLY = 0xffff_ffff;
export const ONE_THREAD = 0xffff_fffe;

export interface Drop {
  readonly position: Position;
  /** Lock ids. */
  readonly locks: readonly number[];
  /** The variable was only read up to here. */
  readonly firstWrite: boolean;
  /** Only one thread used the variable up to here. */
  readonly secondThread: boolean;
}

export class Drops {
  /** How many locks were dropped, dummies included. */
  count = 0;
  /** Per variable: its newest entry, or 0. */
  private newest = new Uint32Array(0);
  /** Triples: position, lock, and the entry before of the same variable. Entry 0 is none. */
  private entries = new Uint32Array(3 * 64);
  private used = 1;
  /** The first of a chain of entries to use again, or 0. */
  private free = 0;

  grow(variables: number): void {
    if (variables > this.newest.length) this.newest = grown(this.newest, Math.max(variables, 2 * this.newest.length));
  }

  add(variable: number, position: Position, lock: number): void {
    const entry = this.allocate();
    const { entries } = this;
    entries[3 * entry] = position;
    entries[3 * entry + 1] = lock;
    entries[3 * entry + 2] = this.newest[variable]!;
    this.newest[variable] = entry;
    this.count++;
  }

  forget(variable: number): void {
    let entry = this.newest[variable]!;
    this.newest[variable] = 0;
    while (entry !== 0) {
      const before = this.entries[3 * entry + 2]!;
      this.entries[3 * entry + 2] = this.free;
      this.free = entry;
      entry = before;
    }
  }

  of(variable: number): Drop[] {
    const byPosition = new Map<Position, number[]>();
    for (let e = this.newest[variable] ?? 0; e !== 0; e = this.entries[3 * e + 2]!) {
      const position = this.entries[3 * e]!;
      const locks = byPosition.get(position);
      if (locks === undefined) byPosition.set(position, [this.entries[3 * e + 1]!]);
      else locks.push(this.entries[3 * e + 1]!);
    }
    return [...byPosition].reverse().map(([position, dropped]) => ({
      position,
      locks: dropped.filter((lock) => lock < ONE_THREAD).reverse(),
      firstWrite: dropped.includes(READS_ONLY),
      secondThread: dropped.includes(ONE_THREAD),
    }));
  }

  private allocate(): number {
    const again = this.free;
    if (again !== 0) {
      this.free = this.entries[3 * again + 2]!;
      return again;
    }
    if (3 * this.used === this.entries.length) this.entries = grown(this.entries, 6 * this.used);
    return this.used++;
  }
}
