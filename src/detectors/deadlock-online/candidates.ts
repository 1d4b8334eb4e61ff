// The acquires of a node of the lock graph with which a later one may deadlock, each with what its thread then knew. One is as good as an
// earlier one if no ideal of the future can tell them apart: then it is forgotten.
//
// Let a come before b, both of a thread t with the same locks held, and X be an ideal of the future. The closure C of X and what is before a
// lies in the closure D of X and what is before b. If b is not in D, a is not in C, unless the first step that takes a into C comes from a
// bound of t after a and up to b that can be reached from X or a; or t left a section that it was in at a, took its lock once more before
// b, and some thread has a reachable bound after its next acquire of that lock behind the first of these sections, but before the one behind the second.

import type { Known } from './known.ts';
import { LockAcquires } from './lock-acquires.ts';
import type { Live, OwnReach } from './reach.ts';
import { OPEN } from './sections.ts';

export class Candidates {
  readonly thread: number;
  readonly positions: number[] = [];
  readonly rows: number[] = [];

  constructor(thread: number) {
    this.thread = thread;
  }

  add(position: number, row: number): void {
    this.positions.push(position);
    this.rows.push(row);
  }

  /** Forgets those that are as good as an earlier one; what the others need is live. */
  fold(known: Known, live: Live, reach: OwnReach): void {
    const { positions, rows, thread } = this;
    let to = 0;
    for (let i = 0; i < positions.length; i++) {
      const position = positions[i]!;
      const row = rows[i]!;
      if (to > 0 && isAsGood(known, thread, positions[to - 1]!, position, reach)) continue;
      positions[to] = position;
      rows[to++] = row;
      reach.begin(row);
      this.keepOpen(known, live, position);
    }
    positions.length = rows.length = to;
  }

  moveRows(moved: Uint32Array): void {
    for (const [i, row] of this.rows.entries()) this.rows[i] = moved[row]!;
  }

  /**
   * Keeps the sections that the thread is in. If a closure has the end of one, the acquire is no candidate there, and what the thread knew at that end
   * is known at its next candidate as well: nothing that is only reachable from there is ever asked for.
   */
  private keepOpen(known: Known, live: Live, position: number): void {
    const sections = known.sections[this.thread]!;
    const open: number[] = [];
    sections.openAt(position, open);
    for (const s of open) {
      live.sections[this.thread]![s] = 1;
      if (sections.releases[s] !== OPEN) live.rows[sections.rows[s]!] = 1;
    }
  }
}

/** An acquire of the thread as an earlier one that `reach` is of. */
function isAsGood(known: Known, thread: number, a: number, b: number, reach: OwnReach): boolean {
  if (reach.hasWithin(thread, a, b)) return false;
  const sections = known.sections[thread]!;
  const [atA, atB]: [number[], number[]] = [[], []];
  sections.openAt(a, atA);
  sections.openAt(b, atB);
  return atA.every((s) => {
    if (sections.releases[s]! >= b) return true;
    const lock = sections.locks[s]!;
    const again = atB.find((r) => sections.locks[r] === lock);
    if (again === undefined) return false;
    return known.acquires[lock >>> 1]!.all.every((others) => {
      if (others.thread === thread) return true;
      const next = LockAcquires.next(others, lock, sections.acquires[s]!);
      const nextAgain = LockAcquires.next(others, lock, sections.acquires[again]!);
      if (next === nextAgain) return true;
      return nextAgain !== Number.POSITIVE_INFINITY && !reach.hasWithin(others.thread, next, nextAgain);
    });
  });
}
