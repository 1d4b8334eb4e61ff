// Ideals: sets of events that hold a prefix of every thread, as a row with the length of each prefix. For every event the least
// ideal with it that is closed under what must come before (the write that a read saw, forks, ends of joined threads, …) and, if
// asked, under sync-preservation: an acquire followed by a later one of its lock is there with its release. Rows change only
// where a thread learns something and are shared by the events in between: 27 000 times in 9 million events of a hash map.

import { firstAbove } from '../../base/bisect.ts';
import { type Meter, unlimited } from '../../base/meter.ts';
import { sharedWords } from '../../base/shared-memory.ts';
import { Op } from '../../trace/operation.ts';
import { NOTHING } from './critical-sections.ts';
import { IdealRows, type RowsParts } from './ideal-rows.ts';
import { TraceFull } from './trace-full.ts';
import type { TraceIndex } from './trace-index.ts';

interface Changes {
  count: number;
  after: Uint32Array;
  rows: Uint32Array;
}

/** All but the trace, for another thread. */
export interface IdealsParts {
  readonly rows: RowsParts;
  readonly startRow: Uint32Array;
  readonly changes: readonly Changes[];
}

const EMPTY = sharedWords(0);
/** Instead of a row to continue. */
const NOBODYS = -1;

export class Ideals {
  readonly trace: TraceIndex;
  /** Row 0 is empty. The entry of an event's own thread may be stale: see `include`. */
  private readonly rows: IdealRows;
  readonly stride: number;
  /** Per thread: the row before its first event; then its changes: after how many of its events, and the row from then on. */
  private readonly startRow: Uint32Array;
  private readonly changes: Changes[];
  private readonly preserving: boolean;
  private readonly meter: Meter;

  constructor(trace: TraceIndex, preserving: boolean, meter: Meter = unlimited()) {
    this.trace = trace;
    this.meter = meter;
    this.preserving = preserving;
    this.stride = Math.max(1, trace.threads);
    this.rows = new IdealRows(this.stride, meter);
    if (this.rows.add(new Uint32Array(this.stride), NOBODYS) < 0 && trace.columns.length > 0) throw new TraceFull(0);
    this.startRow = new Uint32Array(trace.threads);
    this.changes = Array.from({ length: this.stride }, () => ({ count: 0, after: EMPTY, rows: EMPTY }));
    this.build();
  }

  static of(trace: TraceIndex, parts: IdealsParts): Ideals {
    const { rows, startRow, changes } = parts;
    const fields = { trace, rows: IdealRows.of(rows), stride: rows.stride, startRow, changes };
    return Object.assign(Object.create(Ideals.prototype), fields) as Ideals;
  }

  get parts(): IdealsParts {
    const { rows, startRow, changes } = this;
    return { rows: rows.parts, startRow, changes };
  }

  get rowCount(): number {
    return this.rows.count;
  }

  /** The row that holds what the first n events of thread t need. */
  rowAfter(t: number, n: number): number {
    const { count, after, rows } = this.changes[t]!;
    const next = firstAbove(after, 0, count, n);
    return next === 0 ? this.startRow[t]! : rows[next - 1]!;
  }

  /** What the first n events of thread t need of thread u. */
  entryAfter(t: number, n: number, u: number): number {
    return this.rows.entry(this.rowAfter(t, n), u);
  }

  /** Writes a row out. */
  read(row: number, to: Uint32Array): void {
    this.rows.read(row, to);
  }

  /** Adds the first n events of thread t and what they need. True if anything was new. */
  include(ideal: Uint32Array, t: number, n: number): boolean {
    if (ideal[t]! >= n && n > 0) return false;
    const grew = this.rows.join(this.rowAfter(t, n), ideal);
    if (n <= ideal[t]!) return grew;
    ideal[t] = n;
    return true;
  }

  /** Adds releases until no open critical section is followed by another of its lock. The ideal has no section from `end` on. */
  close(ideal: Uint32Array, end: number = this.trace.sections.count): void {
    const { trace, stride } = this;
    for (let again = true; again; ) {
      again = false;
      for (let v = 0; v < stride; v++) {
        const n = ideal[v]!;
        if (n === 0) continue;
        const release = this.overdue(ideal, v, trace.heldAfter(v, n), end);
        if (release === 0) continue;
        this.include(ideal, v, release);
        again = true;
      }
    }
  }

  /** The last release of those that thread v, holding the chain, owes to later acquires in the ideal; 0 if it owes none. */
  overdue(ideal: Uint32Array, v: number, chain: number, end: number): number {
    const { sections } = this.trace;
    let latest = 0;
    for (let c = chain; c !== NOTHING; c = sections.chainRests[c]!) {
      const s = sections.chainSections[c]!;
      const release = sections.releases[s]!;
      if (release > latest && this.followed(ideal, s, v, end)) latest = release;
    }
    return latest;
  }

  /**
   * True if the ideal, which has no section from `end` on, has a later critical section of another thread that excludes s. There are mostly
   * fewer sections of the lock after s than threads that use it.
   */
  followed(ideal: Uint32Array, s: number, v: number, end: number = this.trace.sections.count): boolean {
    const { sections, sectionIndex } = this.trace;
    const { groupStart, ofLock, lockStart, place } = sectionIndex;
    const lock = sections.locks[s]!;
    const shared = sections.shared[s] === 1;
    const from = place[s]! + 1;
    const to = Math.min(lockStart[lock + 1]!, from + groupStart[lock + 1]! - groupStart[lock]!);
    for (let at = from; at < to; at++) {
      const q = ofLock[at]!;
      if (q >= end) return false;
      const w = sections.threads[q]!;
      if (w !== v && sections.acquires[q]! <= ideal[w]! && !(shared && sections.shared[q] === 1)) return true;
    }
    return to < lockStart[lock + 1]! && this.followedBySomebody(ideal, s, v, lock, shared);
  }

  /** The same by a look at each thread that uses the lock. */
  private followedBySomebody(ideal: Uint32Array, s: number, v: number, lock: number, shared: boolean): boolean {
    const { sectionIndex } = this.trace;
    const end = sectionIndex.groupStart[lock + 1]!;
    for (let g = sectionIndex.groupStart[lock]!; g < end; g++) {
      const w = sectionIndex.groupThreads[g]!;
      if (w !== v && sectionIndex.last(g, ideal[w]!, shared) > s) return true;
    }
    return false;
  }

  private build(): void {
    const { columns, sources, index, arrivals, forks, threadStart } = this.trace;
    const { ops, threads, targets, length } = columns;
    const { startRow, stride } = this;
    const { positions, count } = this.trace.sections;
    /** How many critical sections have begun. */
    let begun = 0;
    /** Per thread: its ideal so far. */
    const ideals = Array.from({ length: stride }, () => new Uint32Array(stride));
    for (let e = 0; e < length; e++) {
      const t = threads[e]!;
      const ideal = ideals[t]!;
      let grew = false;
      if (begun < count && positions[begun] === e) begun++;
      if (ideal[t] === 0 && forks[t] !== 0) {
        const fork = forks[t]! - 1;
        if (this.include(ideal, threads[fork]!, index[fork]!)) startRow[t] = this.store(ideal, e, 0);
      }
      ideal[t] = index[e]!;
      const source = sources[e]!;
      if (source !== 0) grew = this.include(ideal, threads[source - 1]!, index[source - 1]!);
      const op = ops[e]!;
      if (op > Op.write) {
        if (op === Op.join) {
          const child = targets[e]!;
          const fork = forks[child]!;
          if (fork !== 0 && this.include(ideal, threads[fork - 1]!, index[fork - 1]!)) grew = true;
          if (this.include(ideal, child, threadStart[child + 1]! - threadStart[child]!)) grew = true;
        } else if (op === Op.barrierEnter || op === Op.barrierExit)
          for (const a of arrivals.get(e) ?? []) grew = this.include(ideal, threads[a]!, index[a]!) || grew;
        else if (this.preserving && (op === Op.acquire || op === Op.acquireShared)) grew = this.acquire(ideal, e) || grew;
      }
      if (grew) {
        if (this.preserving) this.close(ideal, begun);
        this.change(t, index[e]!, this.store(ideal, e, this.lastRow(t)), e);
      }
    }
  }

  /** What the acquire of event e follows in the ideal must be released: looks back over the sections of the lock. */
  private acquire(ideal: Uint32Array, e: number): boolean {
    const { held, sections, sectionIndex, columns } = this.trace;
    const s = sections.chainSections[held[e]!]!;
    if (sections.positions[s] !== e) return false;
    const t = columns.threads[e]!;
    const { ofLock, lockStart } = sectionIndex;
    const first = lockStart[sections.locks[s]!]!;
    let grew = false;
    for (let at = sectionIndex.place[s]! - 1; at >= first; at--) {
      const q = ofLock[at]!;
      const u = sections.threads[q]!;
      if (ideal[u]! < sections.acquires[q]!) continue;
      if (sections.shared[q] === 1 && sections.shared[s] === 1) continue;
      if (u !== t && ideal[u]! < sections.releases[q]!) grew = this.include(ideal, u, sections.releases[q]!);
      // Everything before an exclusive section of the ideal is released in it already.
      if (sections.shared[q] === 0) break;
    }
    return grew;
  }

  private lastRow(t: number): number {
    const { count, rows } = this.changes[t]!;
    return count === 0 ? this.startRow[t]! : rows[count - 1]!;
  }

  private change(t: number, n: number, row: number, e: number): void {
    const own = this.changes[t]!;
    if (own.count === own.rows.length) {
      const after = this.meter.enlarged(own.after, own.count + 1);
      const rows = after === undefined ? undefined : this.meter.enlarged(own.rows, after.length);
      if (after === undefined || rows === undefined) throw new TraceFull(e);
      own.after = after;
      own.rows = rows;
    }
    own.after[own.count] = n;
    own.rows[own.count++] = row;
  }

  /** Keeps the ideal of event e as a row that continues another. */
  private store(ideal: Uint32Array, e: number, row: number): number {
    const r = this.rows.add(ideal, row);
    if (r < 0) throw new TraceFull(e);
    return r;
  }
}
