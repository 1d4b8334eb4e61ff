// Plain accesses that race with atomic ones: C11 and ECMAScript call two conflicting accesses a race unless both are atomic, and the
// published detectors look at plain ones only. Per variable four sets of epochs, as in hb-epochs: plain reads and writes, atomic reads
// and writes; an access is compared with those of the other kind. O(concurrent accesses of the variable) per access.

import { grown } from '../base/grown.ts';
import { ConcurrentAccesses } from '../clocks/access-sets.ts';
import { HappensBefore } from '../clocks/happens-before.ts';
import type { EventBlock } from '../trace/block.ts';
import type { Position } from '../trace/id.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS, Op, PLAIN } from '../trace/operation.ts';
import { UNKNOWN } from '../trace/outcome.ts';
import { HAPPENS_BEFORE_OPERATIONS } from './access-analysis.ts';
import type { Analysis, Detector, RaceSink } from './detector.ts';

/** Per variable: where its four sets are, 0 if empty. Reads before writes. */
const WORDS = 4;
const PLAIN_SETS = 0;
const ATOMIC_SETS = 2;
const WRITES = 1;

class PlainAgainstAtomic implements Analysis {
  private readonly hb = new HappensBefore();
  private readonly epochs = new ConcurrentAccesses();
  private readonly report: RaceSink;
  private sets = new Uint32Array(0);
  private atomicAccesses = 0;
  private plainAfterAtomic = 0;
  private atomicAfterPlain = 0;

  constructor(report: RaceSink) {
    this.report = report;
  }

  block(block: EventBlock): void {
    this.hb.grow(block);
    const words = block.bounds.variables * WORDS;
    if (words > this.sets.length) this.sets = grown(this.sets, Math.max(words, this.sets.length * 2));
    const { start, length, ops, threads, targets, positions } = block;
    for (let i = 0; i < length; i++) {
      const op = ops[i]!;
      const t = threads[i]!;
      const position = positions === undefined ? start + i : positions[i]!;
      if (ACCESS_KINDS[op] !== NO_ACCESS) this.access(op, t, targets[i]!, position);
      else if (op === Op.alloc) this.forget(targets[i]! * WORDS);
      else this.hb.step(op, t, targets[i]!);
    }
  }

  end(): void {}

  counters(): Record<string, number> {
    const { atomicAccesses, plainAfterAtomic, atomicAfterPlain } = this;
    return { atomicAccesses, plainAfterAtomic, atomicAfterPlain, ...this.hb.counters() };
  }

  private access(op: number, t: number, variable: number, position: Position): void {
    const place = variable * WORDS;
    if (ACCESS_KINDS[op] === PLAIN) {
      this.plainAfterAtomic += this.check(place + ATOMIC_SETS, op, t, position);
      this.add(place + PLAIN_SETS + (op & 1), t, position);
      return;
    }
    this.atomicAccesses++;
    // What an atomic read is ordered after, it is ordered after itself; what an atomic write hands on, it has done.
    if (op === Op.volatileRead) this.hb.step(op, t, variable);
    this.atomicAfterPlain += this.check(place + PLAIN_SETS, op, t, position);
    this.add(place + ATOMIC_SETS + (op & 1), t, position);
    if (op === Op.volatileWrite) this.hb.step(op, t, variable);
  }

  /** Reports the access with the latest write, and if it writes with the latest read, of the other kind that it races with. */
  private check(sets: number, op: number, t: number, position: Position): number {
    const races = this.race(this.sets[sets + WRITES]!, t, position);
    return isWrite(op) ? races + this.race(this.sets[sets]!, t, position) : races;
  }

  private race(set: number, t: number, position: Position): number {
    if (set === 0) return 0;
    const earlier = this.epochs.latestUnordered(set, t, this.hb);
    if (earlier === UNKNOWN) return 0;
    this.report(earlier, position);
    return 1;
  }

  private add(place: number, t: number, position: Position): void {
    const { epochs, hb, sets } = this;
    const time = hb.times[t]!;
    const set = sets[place]!;
    if (set === 0) sets[place] = epochs.append(epochs.create(), t, time, position);
    else if (!epochs.renew(set, t, time, position)) {
      epochs.prune(set, t, hb);
      sets[place] = epochs.append(set, t, time, position);
    }
  }

  /** Fresh memory: nothing that was done to it before counts. */
  private forget(place: number): void {
    for (let at = place; at < place + WORDS; at++) {
      if (this.sets[at] !== 0) this.epochs.release(this.sets[at]!);
      this.sets[at] = 0;
    }
  }
}

export const hbAtomics: Detector = {
  id: 'hb-atomics',
  title: 'Happens-before, plain against atomic',
  paper: 'the definitions of a data race in C11 (5.1.2.4) and ECMAScript (29.9); sets of epochs as in Sulzmann',
  claim: 'observed',
  needs: 'happens-before',
  reports: 'every access that races with an earlier one of which only one is atomic, with the latest write and the latest read',
  cost: 'O(concurrent accesses of the variable) per access; memory grows with variables and their concurrent accesses',
  operations: HAPPENS_BEFORE_OPERATIONS,
  reentrant: true,
  analysis: (report) => new PlainAgainstAtomic(report),
};
