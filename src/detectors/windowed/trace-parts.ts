// How a predictor sees a trace: as a whole where it fits into the memory, and otherwise in windows that overlap, one after the other while
// the trace goes by. Memory: 13 bytes an event until it is known that not all fit, and then a window.

import { Meter } from '../../base/meter.ts';
import type { EventBlock } from '../../trace/block.ts';
import { ColumnCollector } from '../../trace/columns.ts';
import type { RaceSink, Working } from '../detector.ts';
import { mostEvents } from '../sync-preserving/prefix.ts';
import { Suspects } from '../sync-preserving/suspects.ts';
import { WitnessRoom } from '../sync-preserving/witness-room.ts';
import { EventQueue } from './event-queue.ts';
import type { Look, Suspected } from './part.ts';
import { windowSize } from './window-size.ts';
import { Windows } from './windows.ts';

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
    const { memory } = this.suspects!;
    this.suspected = this.soFar();
    this.suspects = undefined;
    if (this.collector !== undefined) this.peak = memory + this.collector.bytes;
    if (this.suspected.none) return;
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
