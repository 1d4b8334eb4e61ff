// Windows of a trace that overlap, one after the other: what is handed over to each, how long it is, and what is kept of its races. A race
// of a window is a race of the trace, and its witness is one of the trace: see window-trace.ts.

import { Meter } from '../../base/meter.ts';
import type { EventBlock } from '../../trace/block.ts';
import { Witness } from '../../trace/witness.ts';
import type { RaceSink } from '../detector.ts';
import { mostEvents, nothingShared } from '../sync-preserving/prefix.ts';
import { LOGGED_RACE, LOGGED_WITNESS } from '../sync-preserving/proofs.ts';
import { WitnessRoom } from '../sync-preserving/witness-room.ts';
import type { EventQueue } from './event-queue.ts';
import type { Look, Suspected } from './part.ts';
import { WindowCuts } from './window-cuts.ts';
import { fittingSize, SHARE, smallerSize, WINDOW_PART, type WindowSize } from './window-size.ts';

/** One part in so many of the memory is for what the races of windows leave behind. */
const KEPT_PART = 8;

interface Means {
  readonly memory: number;
  readonly reach: number;
  readonly report: RaceSink;
  readonly look: Look;
  readonly suspected: () => Suspected;
  /** What else takes memory. */
  readonly used: () => number;
}

export class Windows {
  private readonly queue: EventQueue;
  private readonly means: Means;
  private readonly cuts = new WindowCuts();
  private readonly kept: Meter;
  private readonly room: WitnessRoom;
  private size: WindowSize;
  /** Up to where accesses were asked about. */
  private asked = 0;
  /** More events than this are not kept waiting. */
  private longest: number;
  private count = 0;
  peak = 0;
  private full = false;
  /** Races that there was no memory for, and witnesses. */
  private unseen = 0;
  private omitted = 0;

  constructor(queue: EventQueue, means: Means) {
    const { memory, reach } = means;
    this.queue = queue;
    this.means = means;
    this.kept = new Meter(memory / KEPT_PART);
    this.room = new WitnessRoom(this.kept);
    this.size = fittingSize(reach, mostEvents(memory / WINDOW_PART));
    this.full = reach === 0 || this.size.reach < reach;
    this.longest = queue.end;
  }

  block(block: EventBlock): void {
    // With little memory a window is shorter than a block.
    for (let from = 0; from < block.length && this.size.reach > 0; ) {
      const to = Math.min(block.length, from + this.size.size);
      this.queue.push(block, from, to);
      this.peak = Math.max(this.peak, this.means.used() + this.queue.bytes + this.kept.used);
      this.advance();
      from = to;
    }
  }

  end(): void {
    while (this.asked < this.queue.end && this.size.reach > 0) this.window(true);
  }

  counters(counted: Readonly<Record<string, number>>): Record<string, number> {
    return {
      ...counted,
      eventsAnalysed: this.asked,
      accessesUnseen: (counted['accessesUnseen'] ?? 0) + this.unseen,
      witnessesOmitted: this.omitted + this.room.omitted,
      memoryReached: Number(this.full || this.kept.full),
      windows: this.count,
      reach: this.size.reach,
    };
  }

  /** One window at a time where many are due, so that the reading goes on meanwhile. */
  private advance(): void {
    const { queue } = this;
    let length = queue.end - this.start;
    for (let ran = 0; length >= this.size.size && (ran === 0 || length > this.longest); ran++) {
      this.window(false);
      if (this.size.reach === 0) return;
      length = queue.end - this.start;
    }
    this.longest = Math.min(this.longest, Math.max(length, this.size.size));
  }

  private get start(): number {
    return Math.max(0, this.asked - this.size.reach);
  }

  private window(isLast: boolean): void {
    const { queue, start, size } = this;
    const end = Math.min(start + size.size, queue.end);
    const to = isLast && end === queue.end ? end : end - size.ahead;
    this.cuts.begin(queue, start);
    const { none, variables } = this.means.suspected();
    if (!none && !this.lookAt(start, end, to, variables)) return;
    this.count++;
    this.asked = to;
  }

  /** False if it did not fit, and the next is smaller. */
  private lookAt(start: number, end: number, to: number, suspects: Uint8Array | undefined): boolean {
    const { means, room, kept, queue } = this;
    const { columns, before } = this.cuts.window(queue, end);
    const variables = suspects && Uint8Array.from(columns.variables!, (x) => suspects[x] ?? 0);
    if (nothingShared(columns, variables)) return true;
    const meter = new Meter(Math.floor(means.memory / WINDOW_PART));
    const asked = { from: this.asked - start + before, to: to - start + before };
    const report: RaceSink = (first, second, witness) => this.keep(start, before, first, second, witness);
    const fitted = means.look({ columns, variables, asked, meter, room, share: SHARE, report });
    this.peak = Math.max(this.peak, means.used() + queue.bytes + kept.used + meter.peak);
    this.full ||= meter.full;
    if (fitted === columns.length) return true;
    this.size = smallerSize(this.size, fitted / columns.length);
    if (this.size.reach === 0) queue.clear();
    return false;
  }

  /** A race of the window that begins at `start`, as event `before`. */
  private keep(start: number, before: number, first: number, second: number, witness: Witness | undefined): void {
    if (!this.kept.take(LOGGED_RACE)) this.unseen++;
    else this.means.report(start + first - before, start + second - before, witness && this.whole(witness, start, before));
  }

  /** The witness of a window as one of the trace, if there is memory for it. */
  private whole(witness: Witness, start: number, before: number): Witness | undefined {
    const runs = witness.runsBehind(start, before);
    if (this.kept.take(LOGGED_WITNESS + runs.byteLength)) return Witness.ofRuns(runs);
    this.omitted++;
    return undefined;
  }
}
