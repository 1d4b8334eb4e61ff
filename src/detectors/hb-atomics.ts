// Plain accesses that race with atomic ones: C11 and ECMAScript call two conflicting accesses a race unless both are atomic, and the
// published detectors look at plain ones only. Per variable four sets of epochs: plain reads and writes, as in Adaptive_Epoch, atomic reads
// and writes, as in hb-epochs; an access is compared with those of the other kind. O(concurrent accesses of the variable) per access.

import { grown } from '../base/grown.ts';
import { ConcurrentAccesses } from '../clocks/access-sets.ts';
import { HappensBefore } from '../clocks/happens-before.ts';
import { FLAT } from '../clocks/versions.ts';
import type { EventBlock } from '../trace/block.ts';
import type { Position } from '../trace/id.ts';
import { ACCESS_KINDS, isWrite, NO_ACCESS, Op } from '../trace/operation.ts';
import { UNKNOWN } from '../trace/outcome.ts';
import { HAPPENS_BEFORE_OPERATIONS } from './access-analysis.ts';
import type { Analysis, RaceDetector, RaceSink } from './detector.ts';
import { OWN, POSITION, READ, SHIFT, THREAD, TIME } from './epoch-analysis.ts';
import { AdaptiveSlots } from './slots.ts';

/**
 * The shadow of a variable is that of epoch-analysis.ts: slots for its plain writes and its plain reads, which are many more, and of its
 * own two words where its atomic reads and its atomic writes are kept, 0 if there were none.
 */
const ATOMICS = OWN;
const WRITES = 1;

class PlainAgainstAtomic implements Analysis {
  private readonly hb = new HappensBefore();
  private readonly plain = new AdaptiveSlots(this.hb);
  private readonly atomics = new ConcurrentAccesses();
  private readonly report: RaceSink;
  private shadow = new Uint32Array(0);
  private atomicAccesses = 0;
  private plainAfterAtomic = 0;
  private atomicAfterPlain = 0;

  constructor(report: RaceSink) {
    this.report = report;
  }

  block(block: EventBlock): void {
    this.hb.grow(block);
    const words = block.bounds.variables << SHIFT;
    if (words > this.shadow.length) this.shadow = grown(this.shadow, Math.max(words, this.shadow.length * 2));
    // In spans, so that the loop is compiled whole: see epoch-analysis.ts.
    for (let from = 0; from < block.length; from += 1024) this.span(block, from, Math.min(from + 1024, block.length));
  }

  end(): void {}

  counters(): Record<string, number> {
    const { atomicAccesses, plainAfterAtomic, atomicAfterPlain } = this;
    return { atomicAccesses, plainAfterAtomic, atomicAfterPlain, ...this.hb.counters() };
  }

  private span({ start, ops, threads, targets, positions, bounds }: EventBlock, from: number, to: number): void {
    const { hb, shadow } = this;
    const { times, known, versions } = hb;
    const flat = bounds.threads <= FLAT;
    let { arena, stride } = versions;
    for (let i = from; i < to; i++) {
      const op = ops[i]!;
      const t = threads[i]!;
      const position = positions === undefined ? start + i : positions[i]!;
      if (op <= Op.write) {
        const s = targets[i]! << SHIFT;
        const slot = s + READ - op * READ;
        // Nearly all: no atomic access to compare with, and after those of its kind. Without this the loop takes three times as long.
        if (
          flat &&
          shadow[s + ATOMICS] === 0 &&
          shadow[s + ATOMICS + WRITES] === 0 &&
          arena[Math.imul(known[t]!, stride) + shadow[slot + THREAD]!]! >= shadow[slot + TIME]!
        ) {
          shadow[slot + TIME] = times[t]!;
          shadow[slot + THREAD] = t;
          shadow[slot + POSITION] = position;
          continue;
        }
        this.plainAfterAtomic += this.checkAtomics(s, op, t, position);
        this.plain.put(shadow, slot, t, position);
        continue;
      }
      if (ACCESS_KINDS[op] !== NO_ACCESS) this.atomic(op, t, targets[i]!, position);
      else if (op === Op.alloc) this.forget(targets[i]! << SHIFT);
      else hb.step(op, t, targets[i]!);
      // Whoever learns may have moved the clocks.
      ({ arena, stride } = versions);
    }
  }

  private atomic(op: number, t: number, variable: number, position: Position): void {
    const s = variable << SHIFT;
    this.atomicAccesses++;
    // What an atomic read is ordered after, it is ordered after itself; what an atomic write hands on, it has done.
    if (op === Op.volatileRead) this.hb.step(op, t, variable);
    this.atomicAfterPlain += this.checkPlain(s, op, t, position);
    this.add(s + ATOMICS + (op & 1), t, position);
    if (op === Op.volatileWrite) this.hb.step(op, t, variable);
  }

  /** Reports the access with the latest write, and if it writes with the latest read, of the other kind that it races with. */
  private checkAtomics(s: number, op: number, t: number, position: Position): number {
    const races = this.race(this.latestAtomic(s + ATOMICS + WRITES, t), position);
    return isWrite(op) ? races + this.race(this.latestAtomic(s + ATOMICS, t), position) : races;
  }

  private checkPlain(s: number, op: number, t: number, position: Position): number {
    const { plain, shadow } = this;
    const races = this.race(plain.latestUnordered(shadow, s, t), position);
    return isWrite(op) ? races + this.race(plain.latestUnordered(shadow, s + READ, t), position) : races;
  }

  private latestAtomic(at: number, t: number): Position {
    const set = this.shadow[at]!;
    return set === 0 ? UNKNOWN : this.atomics.latestUnordered(set, t, this.hb);
  }

  private race(earlier: Position, position: Position): number {
    if (earlier === UNKNOWN) return 0;
    this.report(earlier, position);
    return 1;
  }

  private add(at: number, t: number, position: Position): void {
    const { atomics, hb, shadow } = this;
    const time = hb.times[t]!;
    const set = shadow[at]!;
    if (set === 0) shadow[at] = atomics.append(atomics.create(), t, time, position);
    else if (!atomics.renew(set, t, time, position)) {
      atomics.prune(set, t, hb);
      shadow[at] = atomics.append(set, t, time, position);
    }
  }

  /** Fresh memory: nothing that was done to it before counts. */
  private forget(s: number): void {
    const { shadow, plain, atomics } = this;
    plain.forget(shadow, s);
    plain.forget(shadow, s + READ);
    for (const at of [s + ATOMICS, s + ATOMICS + WRITES]) {
      if (shadow[at] !== 0) atomics.release(shadow[at]!);
      shadow[at] = 0;
    }
  }
}

export const hbAtomics: RaceDetector = {
  finds: 'race',
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
