// Sulzmann's Adaptive_Epoch: writes and reads are an epoch each while they are totally ordered, a set of epochs while they are
// not. Flags exactly the accesses that race with an earlier one (FastTrack, which keeps one write only, may miss some), each
// with the latest write and the latest read that it races with. O(1) per access while ordered, O(concurrent accesses) else;
// 32 bytes per variable, plus 12 per concurrent access. The printed comparisons are reversed: j#k is unordered iff k > Th(i)(j).

import { HappensBefore } from '../clocks/happens-before.ts';
import { FLAT } from '../clocks/versions.ts';
import type { EventBlock } from '../trace/block.ts';
import type { Position } from '../trace/id.ts';
import { Op } from '../trace/operation.ts';
import { grown } from '../trace/symbols.ts';
import { HAPPENS_BEFORE_OPERATIONS } from './access-analysis.ts';
import { type Analysis, type Detector, type RaceSink, UNKNOWN } from './detector.ts';
import { AdaptiveSlots, POSITION, READ, SHIFT, THREAD, TIME } from './shadow.ts';

class Adaptive implements Analysis {
  private readonly hb = new HappensBefore();
  private readonly slots = new AdaptiveSlots(this.hb);
  private shadow = new Uint32Array(0);
  private readonly report: RaceSink;
  /** Accesses that two comparisons of epochs settled, by operation. */
  private readonly ordered = new Float64Array(2);
  private writeRead = 0;
  private readWrite = 0;
  private writeWrite = 0;

  constructor(report: RaceSink) {
    this.report = report;
  }

  block(block: EventBlock): void {
    this.hb.grow(block);
    const words = block.bounds.variables << SHIFT;
    if (words > this.shadow.length) this.shadow = grown(this.shadow, Math.max(words, this.shadow.length * 2));
    for (let from = 0; from < block.length; from += 1024) this.span(block, from, Math.min(from + 1024, block.length));
  }

  end(): void {}

  counters(): Record<string, number> {
    const { writeRead, readWrite, writeWrite } = this;
    return {
      writeRead,
      readWrite,
      writeWrite,
      orderedReads: this.ordered[Op.read]!,
      orderedWrites: this.ordered[Op.write]!,
      epochToSet: this.slots.widened,
      setToEpoch: this.slots.narrowed,
      ...this.hb.counters(),
    };
  }

  private span({ start, ops, threads, targets, positions, bounds }: EventBlock, from: number, to: number): void {
    const { hb, shadow, ordered } = this;
    const { times, known } = hb;
    const flat = bounds.threads <= FLAT;
    let { arena, stride } = hb.versions;
    for (let i = from; i < to; i++) {
      const op = ops[i]!;
      const t = threads[i]!;
      if (op <= Op.write) {
        const s = targets[i]! << SHIFT;
        const position = positions === undefined ? start + i : positions[i]!;
        const row = Math.imul(known[t]!, stride);
        if (
          flat &&
          arena[row + shadow[s + THREAD]!]! >= shadow[s + TIME]! &&
          arena[row + shadow[s + READ + THREAD]!]! >= shadow[s + READ + TIME]!
        ) {
          const own = s + READ - op * READ;
          shadow[own + TIME] = times[t]!;
          shadow[own + THREAD] = t;
          shadow[own + POSITION] = position;
          ordered[op]!++;
        } else if (op === Op.read) this.read(t, s, position);
        else this.write(t, s, position);
      } else if (op === Op.alloc) this.forget(targets[i]! << SHIFT);
      else {
        hb.step(op, t, targets[i]!);
        ({ arena, stride } = hb.versions);
      }
    }
  }

  /** An access that the short way above did not settle. */
  private read(t: number, s: number, position: Position): void {
    this.writeRead += this.check(s, t, position);
    this.slots.put(this.shadow, s + READ, t, position);
  }

  private write(t: number, s: number, position: Position): void {
    this.writeWrite += this.check(s, t, position);
    this.readWrite += this.check(s + READ, t, position);
    this.slots.put(this.shadow, s, t, position);
  }

  /** Reports the access with the latest of a slot that is not ordered before it; 1 if there is one. */
  private check(at: number, t: number, position: Position): number {
    const earlier = this.slots.latestUnordered(this.shadow, at, t);
    if (earlier === UNKNOWN) return 0;
    this.report(earlier, position);
    return 1;
  }

  /** Fresh memory: nothing that was done to it before counts. */
  private forget(s: number): void {
    this.slots.forget(this.shadow, s);
    this.slots.forget(this.shadow, s + READ);
  }
}

export const hbAdaptive: Detector = {
  id: 'hb-adaptive',
  title: 'Happens-before, adaptive epochs',
  paper: 'Sulzmann, Dynamic data race prediction, algorithm Adaptive_Epoch',
  claim: 'observed',
  needs: 'happens-before',
  reports: 'every access that races with an earlier one, with the latest write and the latest read that it races with',
  cost: 'O(1) per access to an ordered variable, O(concurrent accesses) else; memory grows with variables and their concurrent accesses',
  operations: HAPPENS_BEFORE_OPERATIONS,
  reentrant: true,
  analysis: (report) => new Adaptive(report),
};
