// What the plain happens-before detectors share: follow the order of the trace, keep a set of writes and a set of reads per
// variable, compare each access with those that it conflicts with, and add it to its own. What a set is, is theirs to say.
// (Those that keep epochs have another loop, in epoch-analysis.ts.)

import { grown } from '../base/grown.ts';
import { HappensBefore, SYNCHRONISATION } from '../clocks/happens-before.ts';
import type { EventBlock } from '../trace/block.ts';
import type { Position } from '../trace/id.ts';
import { Op } from '../trace/operation.ts';
import type { Analysis, RaceSink } from './detector.ts';

/** The operations that every happens-before detector takes as they are. */
export const HAPPENS_BEFORE_OPERATIONS: readonly Op[] = [Op.read, Op.write, Op.alloc, ...SYNCHRONISATION];

/** Per variable two words: where its writes and its reads are kept, 0 if there were none. */
const WRITES = 0;
const READS = 1;

export abstract class AccessAnalysis implements Analysis {
  protected readonly hb = new HappensBefore();
  protected readonly report: RaceSink;
  protected sets = new Uint32Array(0);
  private writeRead = 0;
  private readWrite = 0;
  private writeWrite = 0;

  constructor(report: RaceSink) {
    this.report = report;
  }

  block(block: EventBlock): void {
    this.hb.grow(block);
    const words = block.bounds.variables * 2;
    if (words > this.sets.length) this.sets = grown(this.sets, Math.max(words, this.sets.length * 2));
    for (let from = 0; from < block.length; from += 1024) this.span(block, from, Math.min(from + 1024, block.length));
  }

  end(): void {}

  counters(): Record<string, number> {
    const { writeRead, readWrite, writeWrite } = this;
    return { writeRead, readWrite, writeWrite, ...this.hb.counters() };
  }

  /** Reports the access with those of a set that are not ordered before it, and tells how many races that makes. */
  protected abstract check(set: number, t: number, position: Position): number;
  /** Adds the access to a set, or to a new one if it is 0, and tells where the set is now. */
  protected abstract add(set: number, t: number, position: Position): number;
  /** The set is not needed any more. */
  protected abstract release(set: number): void;
  /** A write is about to come after these reads. */
  protected abstract passReads(set: number, t: number): void;
  /** A read is about to come after these writes. They stay, for another thread's read may still race with them. */
  protected passWrites(_set: number, _t: number): void {}

  private span({ start, ops, threads, targets, positions }: EventBlock, from: number, to: number): void {
    const { hb } = this;
    for (let i = from; i < to; i++) {
      const op = ops[i]!;
      const place = targets[i]! * 2;
      if (op <= Op.write) this.access(op, threads[i]!, place, positions === undefined ? start + i : positions[i]!);
      else if (op === Op.alloc) this.forget(place);
      else hb.step(op, threads[i]!, targets[i]!);
    }
  }

  private access(op: number, t: number, place: number, position: Position): void {
    const { sets } = this;
    const writes = sets[place + WRITES]!;
    const reads = sets[place + READS]!;
    if (op === Op.read) {
      if (writes !== 0) this.writeRead += this.check(writes, t, position);
      if (writes !== 0) this.passWrites(writes, t);
      sets[place + READS] = this.add(reads, t, position);
    } else {
      if (writes !== 0) this.writeWrite += this.check(writes, t, position);
      if (reads !== 0) this.readWrite += this.check(reads, t, position);
      if (reads !== 0) this.passReads(reads, t);
      sets[place + WRITES] = this.add(writes, t, position);
    }
  }

  /** Fresh memory: nothing that was done to it before counts. */
  private forget(place: number): void {
    const { sets } = this;
    for (const at of [place + WRITES, place + READS]) {
      if (sets[at] !== 0) this.release(sets[at]!);
      sets[at] = 0;
    }
  }
}
