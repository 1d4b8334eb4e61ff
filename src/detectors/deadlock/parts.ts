// How the searches for deadlocks and for cut blocks see a trace: as a whole where it fits into the memory, and otherwise in windows that overlap, as those of
// windowed/windows.ts, while the trace goes by. What the lock graph says of the whole trace is known in either case.

import { Meter } from '../../base/meter.ts';
import type { EventBlock } from '../../trace/block.ts';
import { ColumnCollector } from '../../trace/columns.ts';
import type { Working } from '../detector.ts';
import { mostEvents } from '../sync-preserving/prefix.ts';
import type { LocatedColumns } from '../sync-preserving/proofs.ts';
import { EventQueue } from '../windowed/event-queue.ts';
import { WindowCuts } from '../windowed/window-cuts.ts';
import { fittingSize, SHARE, smallerSize, WINDOW_PART, type WindowSize, windowSize } from '../windowed/window-size.ts';

export interface PartColumns {
  readonly columns: LocatedColumns;
  /** How many events come before those of the trace. */
  readonly before: number;
}

export interface Part {
  /** The first position of the trace that it has, and the first that it has no more. */
  readonly start: number;
  readonly end: number;
  /** What it may take of what is left of a budget. */
  readonly share: number;
  readonly meter: Meter;
  /** Made for whom a look at the lock graph is not enough. */
  events(): PartColumns;
}

/** Gives how many events fit into the memory. If that are not all, nothing was reported: smaller parts follow. */
export type Look = (part: Part, working?: Working) => number;

export class Parts {
  events = 0;
  windows = 0;
  peak = 0;
  /** Whether there was too little memory. */
  full = false;
  size: WindowSize;
  private readonly memory: number;
  private readonly look: Look;
  private readonly most: number;
  /** Until it is known that not all fit. */
  private collector: ColumnCollector | undefined = new ColumnCollector();
  private queue: EventQueue | undefined;
  private readonly cuts: WindowCuts;
  /** Up to where events were looked at. */
  private seen = 0;

  /** `reach` 0: the whole trace, as far as the memory goes. `keepsBlocks`: windows know who is in a block where they begin. */
  constructor(memory: number, reach: number, look: Look, keepsBlocks = false) {
    this.cuts = new WindowCuts(keepsBlocks);
    this.memory = memory;
    this.look = look;
    this.size = fittingSize(reach, mostEvents(memory / WINDOW_PART));
    this.most = Math.min(mostEvents(memory), reach === 0 ? Number.POSITIVE_INFINITY : windowSize(reach).size);
  }

  /** How many events were looked at. */
  get analysed(): number {
    return this.queue === undefined ? this.events : this.seen;
  }

  block(block: EventBlock): void {
    this.events += block.length;
    if (this.queue === undefined && this.events <= this.most) {
      this.collector!.block(block);
      return;
    }
    const queue = this.windowed();
    for (let from = 0; from < block.length && this.size.reach > 0; ) {
      const to = Math.min(block.length, from + this.size.size);
      queue.push(block, from, to);
      while (this.size.reach > 0 && queue.end - this.start >= this.size.size) this.window(queue, false);
      from = to;
    }
  }

  end(working?: Working): void {
    if (this.queue === undefined && this.whole(working)) return;
    const queue = this.windowed();
    while (this.seen < queue.end && this.size.reach > 0) this.window(queue, true);
  }

  private whole(working: Working | undefined): boolean {
    const { collector, memory, events } = this;
    const meter = new Meter(memory);
    const whole = (): PartColumns => ({ columns: collector!.columns(), before: 0 });
    const fitted = this.look({ start: 0, end: events, share: 1, meter, events: whole }, working);
    this.peak = Math.max(collector!.bytes, meter.peak);
    this.full ||= meter.full;
    return fitted === events;
  }

  private windowed(): EventQueue {
    this.queue ??= new EventQueue(this.collector!);
    this.collector = undefined;
    return this.queue;
  }

  /** Where the next window begins. */
  private get start(): number {
    return Math.max(0, this.seen - this.size.reach);
  }

  private window(queue: EventQueue, isLast: boolean): void {
    const { start, size } = this;
    const end = Math.min(start + size.size, queue.end);
    this.cuts.begin(queue, start);
    const meter = new Meter(Math.floor(this.memory / WINDOW_PART));
    const events = () => this.cuts.window(queue, end);
    const fitted = this.look({ start, end, share: SHARE, meter, events });
    this.peak = Math.max(this.peak, queue.bytes + meter.peak);
    this.full ||= meter.full;
    if (fitted === end - start) {
      this.windows++;
      this.seen = isLast && end === queue.end ? end : end - size.ahead;
      return;
    }
    this.size = smallerSize(size, fitted / (end - start));
    if (this.size.reach === 0) queue.clear();
  }
}
