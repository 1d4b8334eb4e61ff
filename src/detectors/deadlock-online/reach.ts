// What an ideal of the future can be made of: bounds of threads that somebody remembers, and whatever the closure may add to them, the releases
// of the sections that are open there. Everything else can be forgotten.

import type { Known } from './known.ts';
import { firstFrom, OPEN } from './sections.ts';

/** What is kept: 1 per row, and per thread and section. */
export interface Live {
  readonly rows: Uint8Array;
  readonly sections: readonly Uint8Array[];
}

/** Goes from bounds to the sections that are open there, to their ends, and to what was known there. */
abstract class Walk {
  protected readonly known: Known;
  protected readonly live: Live;
  /** Ends of sections that are to be looked at: a bound and a row, by turns. */
  private readonly waiting: number[] = [];
  private readonly open: number[] = [];

  constructor(known: Known, live: Live) {
    this.known = known;
    this.live = live;
  }

  /** All that a thread had done below a bound, and knew: a row, which it owns. */
  point(bound: number, row: number): void {
    this.add(bound, row);
    this.run();
  }

  /** All but what one thread has done itself. */
  ideal(entries: Uint32Array, but: number): void {
    this.entries(entries, but);
    this.run();
  }

  /** Whether it is new. */
  protected abstract isNewRow(row: number): boolean;
  protected abstract isNewBound(thread: number, bound: number): boolean;

  private run(): void {
    for (let row = this.waiting.pop(); row !== undefined; row = this.waiting.pop()) this.add(this.waiting.pop()!, row);
  }

  private add(bound: number, row: number): void {
    const { rows } = this.known;
    this.bound(rows.owner(row), bound);
    this.live.rows[row] = 1;
    if (this.isNewRow(row)) this.entries(rows.entries(row), rows.owner(row));
  }

  private entries(entries: Uint32Array, but: number): void {
    for (let u = 0; u < entries.length; u++) if (u !== but && entries[u] !== 0) this.bound(u, entries[u]!);
  }

  private bound(thread: number, bound: number): void {
    if (!this.isNewBound(thread, bound)) return;
    const { open, waiting } = this;
    const sections = this.known.sections[thread]!;
    open.length = 0;
    sections.openAt(bound, open);
    for (const s of open) {
      this.live.sections[thread]![s] = 1;
      if (sections.releases[s] !== OPEN) waiting.push(sections.releases[s]! + 1, sections.rows[s]!);
    }
  }
}

/** From what threads know now, and from what may tell them something. */
export class Reach extends Walk {
  private readonly rows = new Set<number>();
  private readonly bounds: Set<number>[];
  private readonly sorted: (number[] | undefined)[] = [];

  constructor(known: Known, live: Live) {
    super(known, live);
    this.bounds = known.sections.map(() => new Set());
  }

  hasRow(row: number): boolean {
    return this.rows.has(row);
  }

  hasBound(thread: number, bound: number): boolean {
    return this.bounds[thread]!.has(bound);
  }

  /** Whether a bound of the thread is above one limit, and not above another. When all is there. */
  hasWithin(thread: number, above: number, last: number): boolean {
    this.sorted[thread] ??= [...this.bounds[thread]!].sort((a, b) => a - b);
    const sorted = this.sorted[thread];
    const bound = sorted[firstFrom(sorted, above + 1)];
    return bound !== undefined && bound <= last;
  }

  protected isNewRow(row: number): boolean {
    const isNew = !this.rows.has(row);
    if (isNew) this.rows.add(row);
    return isNew;
  }

  protected isNewBound(thread: number, bound: number): boolean {
    const isNew = !this.bounds[thread]!.has(bound);
    if (isNew) this.bounds[thread]!.add(bound);
    return isNew;
  }
}

/** From what one acquire knew: a row. As far as it is not reachable in any case, that is little more than a bound of each thread. */
export class OwnReach extends Walk {
  private readonly base: Reach;
  private rows: number[] = [];
  /** A thread and a bound, by turns. */
  private bounds: number[] = [];
  /** Row → its bounds: many acquires know the same. */
  private readonly knownRows = new Map<number, number[]>();

  constructor(known: Known, live: Live, base: Reach) {
    super(known, live);
    this.base = base;
  }

  /** From now on it is that of a row. */
  begin(row: number): void {
    const { rows } = this.known;
    const bounds = this.knownRows.get(row);
    this.bounds = bounds ?? [];
    if (bounds !== undefined) return;
    this.rows = [];
    this.live.rows[row] = 1;
    this.ideal(rows.entries(row), rows.owner(row));
    this.knownRows.set(row, this.bounds);
  }

  /** Also of what is reachable in any case. */
  hasWithin(thread: number, above: number, last: number): boolean {
    const { bounds } = this;
    for (let i = 0; i < bounds.length; i += 2)
      if (bounds[i] === thread && bounds[i + 1]! > above && bounds[i + 1]! <= last) return true;
    return this.base.hasWithin(thread, above, last);
  }

  protected isNewRow(row: number): boolean {
    if (this.base.hasRow(row) || this.rows.includes(row)) return false;
    this.rows.push(row);
    return true;
  }

  protected isNewBound(thread: number, bound: number): boolean {
    const { bounds, base } = this;
    if (base.hasBound(thread, bound)) return false;
    // Those of its own row are of different threads; only ends of sections can come twice.
    if (this.rows.length > 0)
      for (let i = 0; i < bounds.length; i += 2) if (bounds[i] === thread && bounds[i + 1] === bound) return false;
    bounds.push(thread, bound);
    return true;
  }
}
