// FastTrack's rules for accesses over a tracker's whole vectors: an epoch for the last write of a variable, an epoch or the last read of each
// thread for its reads. Finds the first race of every racy variable, and only true ones. O(1) per access but for shared reads before a write.

import { grown } from '../../base/grown.ts';
import { vectorOperations } from '../../clocks/tracking/counts.ts';
import type { FfTracker } from '../../clocks/tracking/ff.ts';
import { LoftTracker } from '../../clocks/tracking/loft.ts';
import type { EventBlock } from '../../trace/block.ts';
import type { Position } from '../../trace/id.ts';
import { Op } from '../../trace/operation.ts';
import type { Analysis, RaceSink } from '../detector.ts';

/**
 * Per variable: the epoch and the position of its last write, and of its last read. A time of 0 is no access. The reads of a variable in
 * `shared` are there instead.
 */
const WORDS = 6;
const WRITE = 0;
const READ = 3;
const TIME = 0;
const THREAD = 1;
const POSITION = 2;

interface Read {
  time: number;
  position: Position;
}

export class TrackedRaces implements Analysis {
  private readonly report: RaceSink;
  private readonly tracker: FfTracker;
  private epochs = new Uint32Array(0);
  /** By variable: the last read of each thread, once two reads were unordered and until a write comes. */
  private readonly shared = new Map<number, Map<number, Read>>();
  /** How often each rule of FastTrack applied. */
  private readonly rules = {
    readSameEpoch: 0,
    readShared: 0,
    readExclusive: 0,
    readShare: 0,
    writeSameEpoch: 0,
    writeExclusive: 0,
    writeShared: 0,
  };

  constructor(report: RaceSink, tracker: FfTracker) {
    this.report = report;
    this.tracker = tracker;
  }

  block(block: EventBlock): void {
    const { tracker } = this;
    const { start, length, ops, threads, targets, positions, bounds } = block;
    tracker.grow(block);
    const words = bounds.variables * WORDS;
    if (words > this.epochs.length) this.epochs = grown(this.epochs, Math.max(words, 2 * this.epochs.length));
    for (let i = 0; i < length; i++) {
      const op = ops[i]!;
      const position = positions === undefined ? start + i : positions[i]!;
      if (op === Op.read) this.read(threads[i]!, targets[i]!, position);
      else if (op === Op.write) this.write(threads[i]!, targets[i]!, position);
      else if (op === Op.alloc) this.forget(targets[i]!);
      else tracker.step(op, threads[i]!, targets[i]!);
    }
  }

  end(): void {}

  counters(): Record<string, number> {
    const { tracker, rules } = this;
    const { atLocks } = tracker.counts;
    const removable = tracker instanceof LoftTracker ? { removable: tracker.removable } : {};
    return { ...rules, vectorOperations: vectorOperations(tracker.counts), atLocks, ...removable };
  }

  private read(t: number, variable: number, position: Position): void {
    const { epochs, rules } = this;
    const clock = this.tracker.threads[t]!;
    const now = clock[t]!;
    const place = variable * WORDS;
    const shared = this.shared.get(variable);
    const own = shared?.get(t);
    if (shared === undefined ? epochs[place + READ + TIME] === now && epochs[place + READ + THREAD] === t : own?.time === now) {
      rules.readSameEpoch++;
      return;
    }
    this.check(place + WRITE, clock, position);
    if (shared !== undefined) {
      rules.readShared++;
      shared.set(t, { time: now, position });
    } else if (this.isOrdered(place + READ, clock)) {
      rules.readExclusive++;
      this.put(place + READ, t, now, position);
    } else {
      rules.readShare++;
      const before = { time: epochs[place + READ + TIME]!, position: epochs[place + READ + POSITION]! };
      this.shared.set(
        variable,
        new Map([
          [epochs[place + READ + THREAD]!, before],
          [t, { time: now, position }],
        ]),
      );
    }
  }

  private write(t: number, variable: number, position: Position): void {
    const { epochs, rules } = this;
    const clock = this.tracker.threads[t]!;
    const now = clock[t]!;
    const place = variable * WORDS;
    if (epochs[place + WRITE + TIME] === now && epochs[place + WRITE + THREAD] === t) {
      rules.writeSameEpoch++;
      return;
    }
    this.check(place + WRITE, clock, position);
    const shared = this.shared.get(variable);
    if (shared === undefined) {
      rules.writeExclusive++;
      this.check(place + READ, clock, position);
    } else {
      rules.writeShared++;
      for (const [u, { time, position: earlier }] of shared) if (time > clock[u]!) this.report(earlier, position);
      this.shared.delete(variable);
      epochs[place + READ + TIME] = 0;
    }
    this.put(place + WRITE, t, now, position);
  }

  /** Fresh memory: nothing that was done to it before counts. */
  private forget(variable: number): void {
    this.shared.delete(variable);
    this.epochs.fill(0, variable * WORDS, (variable + 1) * WORDS);
  }

  private isOrdered(epoch: number, clock: Uint32Array): boolean {
    return this.epochs[epoch + TIME]! <= clock[this.epochs[epoch + THREAD]!]!;
  }

  private check(epoch: number, clock: Uint32Array, position: Position): void {
    if (!this.isOrdered(epoch, clock)) this.report(this.epochs[epoch + POSITION]!, position);
  }

  private put(epoch: number, t: number, time: number, position: Position): void {
    this.epochs[epoch + TIME] = time;
    this.epochs[epoch + THREAD] = t;
    this.epochs[epoch + POSITION] = position;
  }
}
