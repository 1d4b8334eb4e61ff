// Schedulable happens-before (Mathur, Kini & Viswanathan 2018): happens-before, and a read is ordered after the write that it
// reads from, except towards that write itself, with which it may race. Every pair that is unordered then can be scheduled, not
// only the first one of the trace. Flags exactly the accesses that have such a race with an earlier one. O(1) per access while
// ordered, O(threads) per read that learns from its write. 32 bytes per variable, 12 per concurrent access, and the clocks of the
// last writes: variables that a thread writes between two joins share one of 4 bytes per thread.

import { FLAT } from '../../clocks/versions.ts';
import type { EventBlock } from '../../trace/block.ts';
import type { Position } from '../../trace/id.ts';
import { Op } from '../../trace/operation.ts';
import { grown } from '../../trace/symbols.ts';
import { HAPPENS_BEFORE_OPERATIONS } from '../access-analysis.ts';
import { type Analysis, type Detector, type RaceSink, UNKNOWN } from '../detector.ts';
import { AdaptiveSlots, OWN, POSITION, READ, SHIFT, SharedReads, THREAD, TIME } from '../shadow.ts';
import { WriteClocks } from './write-clocks.ts';

/** The detector's own word of the shadow: the clock of the last write. The writer itself and its time are in the slot. */
const CLOCK = OWN;

class Shb implements Analysis {
  private readonly hb = new WriteClocks();
  private readonly writes = new AdaptiveSlots(this.hb);
  private readonly reads = new SharedReads(this.hb);
  private shadow = new Uint32Array(0);
  private readonly report: RaceSink;
  /** Accesses that two comparisons of epochs settled, by operation. */
  private readonly ordered = new Float64Array(2);
  private writeRead = 0;
  private readWrite = 0;
  private writeWrite = 0;
  /** Reads that were not ordered after the write that they read from, and are from then on. */
  private readsFrom = 0;

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
    const { writeRead, readWrite, writeWrite, readsFrom } = this;
    return {
      writeRead,
      readWrite,
      writeWrite,
      readsFrom,
      orderedReads: this.ordered[Op.read]!,
      orderedWrites: this.ordered[Op.write]!,
      ...this.hb.counters(),
    };
  }

  private span({ start, ops, threads, targets, positions, bounds }: EventBlock, from: number, to: number): void {
    const { hb, shadow, ordered } = this;
    const { times, known, versions } = hb;
    const flat = bounds.threads <= FLAT;
    let { arena, stride } = versions;
    for (let i = from; i < to; i++) {
      const op = ops[i]!;
      const t = threads[i]!;
      if (op <= Op.write) {
        const s = targets[i]! << SHIFT;
        const position = positions === undefined ? start + i : positions[i]!;
        const version = known[t]!;
        const row = Math.imul(version, stride);
        if (
          flat &&
          arena[row + shadow[s + THREAD]!]! >= shadow[s + TIME]! &&
          arena[row + shadow[s + READ + THREAD]!]! >= shadow[s + READ + TIME]!
        ) {
          // A read that is ordered after all writes learns nothing from the last one.
          const own = s + READ - op * READ;
          shadow[own + TIME] = times[t]!;
          shadow[own + THREAD] = t;
          shadow[own + POSITION] = position;
          ordered[op]!++;
          if (op === Op.write) this.handOver(t, s);
        } else {
          if (op === Op.read) this.read(t, s, position);
          else this.write(t, s, position);
          ({ arena, stride } = versions);
        }
      } else if (op === Op.alloc) this.forget(targets[i]! << SHIFT);
      else {
        hb.step(op, t, targets[i]!);
        ({ arena, stride } = versions);
      }
    }
  }

  /** An access that the short way above did not settle. */
  private read(t: number, s: number, position: Position): void {
    const { shadow, hb, writes, reads } = this;
    this.writeRead += this.pair(writes.latestUnordered(shadow, s, t), position);
    const u = writes.lastThread(shadow, s);
    const time = writes.lastTime(shadow, s);
    if (!hb.ordered(u, time, t)) {
      this.readsFrom++;
      hb.learnFromWrite(t, shadow[s + CLOCK]!, u, time);
    }
    reads.put(shadow, s + READ, t, position);
  }

  private write(t: number, s: number, position: Position): void {
    const { shadow, writes, reads } = this;
    this.writeWrite += this.pair(writes.latestUnordered(shadow, s, t), position);
    this.readWrite += this.pair(reads.latestUnordered(shadow, s + READ, t), position);
    reads.prune(shadow, s + READ, t);
    writes.put(shadow, s, t, position);
    this.handOver(t, s);
  }

  /** A write hands its thread's clock to those who will read it, so that the thread's time goes on. */
  private handOver(t: number, s: number): void {
    const { shadow, hb } = this;
    shadow[s + CLOCK] = hb.replace(shadow[s + CLOCK]!, t);
    hb.times[t]!++;
  }

  /** Reports a race with the earlier access, if there is one; 1 if so. */
  private pair(earlier: Position, position: Position): number {
    if (earlier === UNKNOWN) return 0;
    this.report(earlier, position);
    return 1;
  }

  /** Fresh memory: nothing that was done to it before counts. */
  private forget(s: number): void {
    const { shadow } = this;
    this.writes.forget(shadow, s);
    this.reads.forget(shadow, s + READ);
    this.hb.dropClock(shadow[s + CLOCK]!);
    shadow[s + CLOCK] = 0;
  }
}

export const shb: Detector = {
  id: 'shb',
  title: 'Schedulable happens-before',
  paper: 'Mathur, Kini & Viswanathan, What Happens-After the First Race?, OOPSLA 2018',
  claim: 'observed',
  needs: 'reads-from',
  reports: 'every access that has a schedulable race with an earlier one, with the latest write and the latest read of those',
  cost: 'O(1) per access to an ordered variable, O(threads) per read that learns from its write; memory grows with variables, with threads times distinct last-write clocks at worst',
  operations: HAPPENS_BEFORE_OPERATIONS,
  reentrant: true,
  analysis: (report) => new Shb(report),
};
