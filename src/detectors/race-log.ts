// The races that one detector reports, as two columns of positions: sixteen bytes a race, so that a million of them is nothing.
// Positions of compressed traces pass 2^32.

import { bisect } from '../base/bisect.ts';
import { grown } from '../base/grown.ts';
import type { Position } from '../trace/id.ts';
import { type Races, UNKNOWN } from '../trace/outcome.ts';
import type { Witness } from '../trace/witness.ts';

/** How UNKNOWN is stored: above every position, so that it sorts last. */
const NONE = 2 ** 53;

export class RaceLog implements Races {
  length = 0;
  private firsts = new Float64Array(64);
  private seconds = new Float64Array(64);
  /** By race: its schedule. */
  private witnesses = new Map<number, Witness>();
  /** By race: whether the run itself has it, where the detector said so. */
  private inThisRun = new Map<number, boolean>();

  add(first: Position, second: Position, witness?: Witness, observed?: boolean): void {
    if (this.length === this.firsts.length) {
      this.firsts = grown(this.firsts, this.length * 2);
      this.seconds = grown(this.seconds, this.length * 2);
    }
    this.firsts[this.length] = first === UNKNOWN ? NONE : first;
    this.seconds[this.length] = second;
    if (witness !== undefined) this.witnesses.set(this.length, witness);
    if (observed !== undefined) this.inThisRun.set(this.length, observed);
    this.length++;
  }

  first(race: number): Position {
    const first = this.firsts[race]!;
    return first === NONE ? UNKNOWN : first;
  }

  second(race: number): Position {
    return this.seconds[race]!;
  }

  witness(race: number): Witness | undefined {
    return this.witnesses.get(race);
  }

  observed(race: number): boolean | undefined {
    return this.inThisRun.get(race);
  }

  /** Whether this pair was reported. Only after `sort`; O(log races). */
  has(first: Position, second: Position): boolean {
    const { firsts, seconds } = this;
    const wanted = first === UNKNOWN ? NONE : first;
    const { length } = this;
    const race = bisect(0, length, (r) => seconds[r]! < second || (seconds[r] === second && firsts[r]! < wanted));
    return race < length && seconds[race] === second && firsts[race] === wanted;
  }

  /** Orders the races by their second access, then by their first, and drops those that were reported twice. */
  sort(): void {
    const { firsts, seconds, length, witnesses, inThisRun } = this;
    const order = Uint32Array.from({ length }, (_, r) => r).sort((a, b) => seconds[a]! - seconds[b]! || firsts[a]! - firsts[b]!);
    const sortedFirsts = new Float64Array(Math.max(length, 1));
    const sortedSeconds = new Float64Array(Math.max(length, 1));
    this.witnesses = new Map();
    this.inThisRun = new Map();
    let kept = 0;
    for (const race of order) {
      const first = firsts[race]!;
      const second = seconds[race]!;
      if (kept === 0 || sortedFirsts[kept - 1] !== first || sortedSeconds[kept - 1] !== second) {
        sortedFirsts[kept] = first;
        sortedSeconds[kept++] = second;
      }
      // What one of two reports of a race says holds for the race.
      const witness = witnesses.get(race);
      const observed = inThisRun.get(race);
      if (witness !== undefined) this.witnesses.set(kept - 1, witness);
      if (observed !== undefined) this.inThisRun.set(kept - 1, observed);
    }
    this.firsts = sortedFirsts;
    this.seconds = sortedSeconds;
    this.length = kept;
  }
}
