// Locksets over a chunk, left to right (ZipTrack, section 4). A lockset that is empty in a chunk is empty in every trace that has the
// chunk (Proposition E.2), so that a variable that is found is left out from then on.

import { grown } from '../../base/grown.ts';
import { Op } from '../../trace/operation.ts';
import type { Bounds } from '../../trace/symbols.ts';
import { BitSets, EMPTY } from '../bit-sets.ts';
import type { Terminals } from '../compress.ts';
import type { Fold, VariableSink } from '../fold.ts';
import type { LocksetSummary } from './held.ts';
import { Held } from './held.ts';

/** Words of a row: one per variable and thread. WRITE is the position of the last write or -1; NEXT another thread's row or -1. */
const SHIFT = 3;
const THREAD = 0;
const SET = 1;
const LATE = 2;
const POSITION = 3;
const WRITE = 4;
const NEXT = 5;
const VARIABLE = 6;

/** What all folds of one analysis share. */
export interface LocksetContext {
  readonly alphabet: Terminals;
  readonly bounds: Bounds;
  readonly sets: BitSets;
  /** Per variable: 1 once it was reported. */
  readonly violating: Uint8Array;
  readonly report: VariableSink;
}

export function locksetContext(alphabet: Terminals, bounds: Bounds, report: VariableSink): LocksetContext {
  return { alphabet, bounds, sets: new BitSets(), violating: new Uint8Array(bounds.variables), report };
}

export class LocksetFold implements Fold<LocksetSummary> {
  private readonly context: LocksetContext;
  private readonly held: Held;
  private rows = new Float64Array(1 << 10);
  private used = 0;
  /** Per variable: its first row + 1, or 0. */
  private readonly index: Int32Array;
  private readonly touched: number[] = [];
  private origin = 0;

  constructor(context: LocksetContext) {
    const { bounds, sets } = context;
    this.context = context;
    this.held = new Held(sets, bounds.threads, bounds.locks);
    this.index = new Int32Array(bounds.variables);
  }

  begin(origin: number): void {
    this.origin = origin;
    this.held.clear();
    for (const x of this.touched) this.index[x] = 0;
    this.touched.length = 0;
    this.used = 0;
  }

  run(terminals: Uint32Array, count: number, position: number): void {
    const { ops, threads, targets } = this.context.alphabet;
    const { violating } = this.context;
    const { held, index } = this;
    const { now, lateCounts } = held;
    let { rows } = this;
    for (let i = 0; i < count; i++) {
      const s = terminals[i]!;
      const op = ops[s]!;
      const t = threads[s]!;
      const target = targets[s]!;
      if (op === Op.acquire) held.acquire(t, target, 1);
      else if (op === Op.release) held.release(t, target, 1);
      if (op > Op.write || violating[target] === 1) continue;
      const row = index[target]! - 1;
      if (row >= 0 && rows[row + THREAD] === t && rows[row + SET] === now[t] && rows[row + LATE] === lateCounts[t]) {
        if (op === Op.read) {
          rows[row + POSITION] = position + i;
          continue;
        }
        if (rows[row + WRITE]! >= 0) {
          rows[row + POSITION] = position + i;
          rows[row + WRITE] = position + i;
          continue;
        }
      }
      this.access(target, t, now[t]!, position + i, op === Op.write ? position + i : -1);
      rows = this.rows;
    }
  }

  repeat(terminal: number, times: number, position: number): void {
    const { ops, threads, targets } = this.context.alphabet;
    const t = threads[terminal]!;
    const target = targets[terminal]!;
    if (ops[terminal] === Op.acquire) this.held.acquire(t, target, times);
    else if (ops[terminal] === Op.release) this.held.release(t, target, times);
    else this.run(Uint32Array.of(terminal, terminal), 2, position + times - 2);
  }

  apply(summary: LocksetSummary, position: number): void {
    const { variables, threads, sets, positions, writes } = summary;
    const { violating, sets: all } = this.context;
    const during = this.held.take(summary);
    for (let i = 0; i < variables.length; i++) {
      if (violating[variables[i]!] === 1) continue;
      const set = all.union(sets[i]!, during[threads[i]!]!);
      this.access(variables[i]!, threads[i]!, set, position + positions[i]!, writes[i]! < 0 ? -1 : position + writes[i]!);
    }
  }

  cost(): number {
    return 4 + this.held.size * 4 + this.used * 1.5;
  }

  finish(length: number): LocksetSummary {
    const { rows } = this;
    const kept: number[] = [];
    for (const x of this.touched) {
      if (this.context.violating[x] === 1) continue;
      for (let row = this.index[x]! - 1; row >= 0; row = rows[row + NEXT]!) kept.push(row);
    }
    return {
      length,
      ...this.held.opens(),
      variables: Int32Array.from(kept, (row) => rows[row + VARIABLE]!),
      threads: Int32Array.from(kept, (row) => rows[row + THREAD]!),
      sets: Int32Array.from(kept, (row) => this.completed(row)),
      positions: Float64Array.from(kept, (row) => rows[row + POSITION]!),
      writes: Float64Array.from(kept, (row) => rows[row + WRITE]!),
    };
  }

  /**
   * In one of the copies, the first or the last, the thread holds no more than the chunk itself shows: the locksets of B^k are those
   * of B. What stays open of a lock in every copy adds up.
   */
  power(summary: LocksetSummary, times: number): LocksetSummary {
    const { openAcquires, openReleases, length } = summary;
    const more = length * (times - 1);
    const sum = (a: number, b: number) => a + Math.max(0, a - b) * (times - 1);
    return {
      ...summary,
      length: length * times,
      openAcquires: openAcquires.map((a, i) => sum(a, openReleases[i]!)),
      openReleases: openReleases.map((r, i) => sum(r, openAcquires[i]!)),
      positions: summary.positions.map((position) => position + more),
      writes: summary.writes.map((position) => (position < 0 ? -1 : position + more)),
    };
  }

  /** An access, or several of one thread that have this lockset together. */
  private access(x: number, t: number, set: number, position: number, write: number): void {
    const { sets } = this.context;
    let row = this.index[x]! - 1;
    while (row >= 0 && this.rows[row + THREAD] !== t) row = this.rows[row + NEXT]!;
    let changed = true;
    if (row < 0) row = this.newRow(x, t, set);
    else {
      const { rows } = this;
      const before = this.completed(row);
      const after = sets.intersection(before, set);
      changed = after !== before || (write >= 0 && rows[row + WRITE]! < 0);
      rows[row + SET] = after;
    }
    const { rows } = this;
    rows[row + LATE] = this.held.lateCounts[t]!;
    rows[row + POSITION] = position;
    if (write >= 0) rows[row + WRITE] = write;
    if (changed) this.check(x);
  }

  private newRow(x: number, t: number, set: number): number {
    const row = this.used++ << SHIFT;
    if (row >= this.rows.length) this.rows = grown(this.rows, this.rows.length * 2);
    const { rows } = this;
    const head = this.index[x]! - 1;
    if (head < 0) this.touched.push(x);
    rows[row + THREAD] = t;
    rows[row + SET] = set;
    rows[row + WRITE] = -1;
    rows[row + NEXT] = head;
    rows[row + VARIABLE] = x;
    this.index[x] = row + 1;
    return row;
  }

  private completed(row: number): number {
    const { rows } = this;
    const t = rows[row + THREAD]!;
    if (rows[row + LATE] === this.held.lateCounts[t]) return rows[row + SET]!;
    return this.held.completed(rows[row + SET]!, t, rows[row + LATE]!);
  }

  /** Two threads, a write, and no lock that is held at every access. */
  private check(x: number): void {
    const { rows } = this;
    const { sets, violating } = this.context;
    const head = this.index[x]! - 1;
    if (rows[head + NEXT]! < 0) return;
    let common = this.completed(head);
    let written = rows[head + WRITE]! >= 0;
    for (let row = rows[head + NEXT]!; row >= 0; row = rows[row + NEXT]!) {
      common = sets.intersection(common, this.completed(row));
      written ||= rows[row + WRITE]! >= 0;
    }
    if (!written || common !== EMPTY) return;
    violating[x] = 1;
    this.reportPair(head, x);
  }

  /** Two accesses of two threads, one of them a write; without a common lock, if there are such. */
  private reportPair(head: number, x: number): void {
    const { rows, origin } = this;
    const { sets, report } = this.context;
    let pair: [number, number] | undefined;
    for (let a = head; a >= 0; a = rows[a + NEXT]!) {
      if (rows[a + WRITE]! < 0) continue;
      for (let b = head; b >= 0; b = rows[b + NEXT]!) {
        if (a === b) continue;
        const disjoint = sets.intersection(this.completed(a), this.completed(b)) === EMPTY;
        if (pair !== undefined && !disjoint) continue;
        pair = [rows[a + WRITE]!, rows[b + POSITION]!];
        if (disjoint) {
          report(origin + Math.min(...pair), origin + Math.max(...pair), x);
          return;
        }
      }
    }
    report(origin + Math.min(...pair!), origin + Math.max(...pair!), x);
  }
}
