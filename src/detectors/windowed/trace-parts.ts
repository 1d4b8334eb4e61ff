// What a predictor looks at: the trace as a whole where it fits into the memory, and otherwise windows that overlap, one after the other while
// the trace goes by. Windows are made only of what something suspect lies in. A race of a window is a race of the trace, and its witness
// is one of the trace: see window-trace.ts. Memory: 13 bytes an event until it is known that not all fit, and then a window.

import { Meter } from '../../base/meter.ts';
import type { EventBlock } from '../../trace/block.ts';
import { ColumnCollector } from '../../trace/columns.ts';
import { Witness } from '../../trace/witness.ts';
import type { RaceSink, Working } from '../detector.ts';
import { mostEvents, nothingShared } from '../sync-preserving/prefix.ts';
import { LOGGED_RACE, LOGGED_WITNESS, type LocatedColumns } from '../sync-preserving/proofs.ts';
import type { Asked } from '../sync-preserving/races.ts';
import { Suspects } from '../sync-preserving/suspects.ts';
import { WitnessRoom } from '../sync-preserving/witness-room.ts';
import { EventQueue } from './event-queue.ts';
import { HandOver } from './hand-over.ts';
import { fittingSize, type WindowSize, windowSize } from './window-size.ts';
import { WindowTraces } from './window-trace.ts';

/** One part in so many of the memory is for a window, and for what its races leave behind. */
const WINDOW_PART = 2;
const KEPT_PART = 8;
/** What a window may take of what is left of a budget for all of them: nobody knows how many there will be. */
const SHARE = 1 / 16;
/** How much smaller windows get at least if one does not fit. */
const SMALLER = 0.9;

/** A trace to look at. */
export interface Part {
  readonly columns: LocatedColumns;
  /** Per variable: 1 if it is suspect; all are if absent. */
  readonly variables: Uint8Array | undefined;
  /** The accesses that are asked for races with earlier ones. */
  readonly asked: Asked;
  /** Counts what it takes to look. */
  readonly meter: Meter;
  readonly room: WitnessRoom;
  /** What it may take of what is left of a budget. */
  readonly share: number;
  /** Takes events of the part. */
  readonly report: RaceSink;
}

/** Gives how many events fit into the memory. If that are not all, nothing was reported: smaller parts follow. */
export type Look = (part: Part, working?: Working) => number;

interface Suspected {
  readonly none: boolean;
  readonly variables: Uint8Array | undefined;
}

export class TraceParts {
  private readonly memory: number;
  private readonly reach: number;
  private readonly report: RaceSink;
  private readonly look: Look;
  private suspects: Suspects | undefined;
  /** What the suspects were at the end of the trace. */
  private suspected: Suspected | undefined;
  private events = 0;
  /** Until it is known that not all fit. */
  private collector: ColumnCollector | undefined = new ColumnCollector();
  private readonly most: number;
  private windows: Windows | undefined;
  /** Of all that was counted, the most at a time; and whether it was too little. */
  private peak = 0;
  private full = false;
  /** Races without a witness. */
  private omitted = 0;

  /** `reach` 0: the whole trace, as far as the memory goes. */
  constructor(memory: number, reach: number, report: RaceSink, look: Look) {
    this.memory = memory;
    this.reach = reach;
    this.report = report;
    this.look = look;
    this.suspects = new Suspects(memory);
    this.most = Math.min(mostEvents(memory), reach === 0 ? Number.POSITIVE_INFINITY : windowSize(reach).size);
  }

  block(block: EventBlock): void {
    this.suspects!.block(block);
    this.events += block.length;
    if (this.windows === undefined && this.events <= this.most) this.collector!.block(block);
    else this.windowed().block(block);
  }

  end(working?: Working): void {
    const { none, memory } = this.suspects!;
    this.suspected = { none, variables: none ? undefined : this.suspects!.variables() };
    this.suspects = undefined;
    if (this.collector !== undefined) this.peak = memory + this.collector.bytes;
    if (none) return;
    if (this.windows === undefined && this.whole(working)) return;
    this.windowed().end();
  }

  /** What was counted, with what is counted here, by the names of counters. */
  counters(counted: Readonly<Record<string, number>>): Record<string, number> {
    const { events, windows, suspected, omitted } = this;
    const memory = Math.max(this.peak, windows?.peak ?? 0);
    const all = {
      ...counted,
      events,
      eventsAnalysed: events,
      witnessesOmitted: omitted,
      memory,
      memoryReached: Number(this.full),
    };
    return windows === undefined || suspected?.none === true ? all : windows.counters(all);
  }

  private whole(working: Working | undefined): boolean {
    const meter = new Meter(this.memory);
    const columns = this.collector!.columns();
    const asked = { from: 0, to: columns.length };
    const room = new WitnessRoom(meter);
    const part = { columns, variables: this.suspected!.variables, asked, meter, room, share: 1, report: this.report };
    const fitted = this.look(part, working);
    this.peak = Math.max(this.peak, meter.peak);
    this.full = meter.full;
    this.omitted = room.omitted;
    return fitted === columns.length;
  }

  /** The windows, from now on. */
  private windowed(): Windows {
    if (this.windows !== undefined) return this.windows;
    const { collector, memory, reach, report, look } = this;
    this.collector = undefined;
    const means = { memory, reach, report, look, suspected: () => this.soFar(), used: () => this.suspects?.memory ?? 0 };
    this.windows = new Windows(new EventQueue(collector!), means);
    return this.windows;
  }

  private soFar(): Suspected {
    if (this.suspected !== undefined) return this.suspected;
    const { none } = this.suspects!;
    return { none, variables: none ? undefined : this.suspects!.variables() };
  }
}

interface Means {
  readonly memory: number;
  readonly reach: number;
  readonly report: RaceSink;
  readonly look: Look;
  readonly suspected: () => Suspected;
  /** What else takes memory. */
  readonly used: () => number;
}

class Windows {
  private readonly queue: EventQueue;
  private readonly means: Means;
  private readonly handOver = new HandOver();
  private readonly traces = new WindowTraces();
  private readonly kept: Meter;
  private readonly room: WitnessRoom;
  private size: WindowSize;
  /** Up to where accesses were asked about, and events were handed over. */
  private asked = 0;
  private handedOver = 0;
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
    for (const { block, from, to: last } of queue.between(this.handedOver, start)) this.handOver.pass(block, from, last);
    this.handedOver = start;
    queue.forgetBefore(start);
    const { none, variables } = this.means.suspected();
    if (!none && !this.lookAt(start, end, to, variables)) return;
    this.count++;
    this.asked = to;
  }

  /** False if it did not fit, and the next is smaller. */
  private lookAt(start: number, end: number, to: number, suspects: Uint8Array | undefined): boolean {
    const { means, room, kept, queue } = this;
    const { columns, before } = this.traces.window(queue.between(start, end), this.handOver);
    const variables = suspects && Uint8Array.from(columns.variables!, (x) => suspects[x] ?? 0);
    if (nothingShared(columns, variables)) return true;
    const meter = new Meter(Math.floor(means.memory / WINDOW_PART));
    const asked = { from: this.asked - start + before, to: to - start + before };
    const report: RaceSink = (first, second, witness) => this.keep(start, before, first, second, witness);
    const fitted = means.look({ columns, variables, asked, meter, room, share: SHARE, report });
    this.peak = Math.max(this.peak, means.used() + queue.bytes + kept.used + meter.peak);
    this.full ||= meter.full;
    if (fitted === columns.length) return true;
    this.size = fittingSize(this.size.reach, SMALLER * this.size.size * (fitted / columns.length));
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
