// Optimistic sync-reversal (Shi, Mathur, Pavlogiannis, ICSE 2024): a schedule for two accesses without a search. All that they need runs, each
// critical section of it to its end, unless that needs one of the two; those that stay open come last, everything else keeps the order of
// the trace. Sound, and finds such an order if there is one. Costs a pass over the window for each section that stays open, mostly two.

import { type Meter, unlimited } from '../../base/meter.ts';
import { NOTHING } from '../sync-preserving/critical-sections.ts';
import type { Ideals } from '../sync-preserving/ideals.ts';
import type { Schedule } from '../sync-preserving/schedules.ts';
import type { TraceIndex } from '../sync-preserving/trace-index.ts';
import { Delays } from './delays.ts';
import { Windows } from './windows.ts';

/** What an event of a window takes in bytes: its place before and after. */
const PER_EVENT = 16;

export class Optimistic {
  /** Events that were looked at. */
  steps = 0;
  private readonly trace: TraceIndex;
  private readonly must: Ideals;
  private readonly meter: Meter;
  private readonly windows: Windows;
  /** Per thread: how many of its events run before the two. */
  private readonly set: Uint32Array;
  private readonly delays: Delays;

  constructor(must: Ideals, meter: Meter = unlimited()) {
    this.must = must;
    this.meter = meter;
    this.trace = must.trace;
    this.windows = new Windows(must);
    this.set = new Uint32Array(must.stride);
    this.delays = new Delays(must.trace, this.set);
  }

  /** Of events that are to come next, and what must come before them; its base is used again by the next. At most `window` events change places. */
  schedule(goal: readonly number[], need: Uint32Array, window: number): Schedule | undefined {
    const { set, windows, meter } = this;
    set.set(need);
    this.finishSections(goal);
    if (!this.isOneHolderEach()) return undefined;
    const end = windows.conflict(set);
    const size = windows.cut(set, end);
    if (size > window || !meter.take(size * PER_EVENT)) return undefined;
    const order = this.order(size);
    meter.give(size * PER_EVENT);
    return order === undefined ? undefined : { base: windows.base, end, tail: [...order, ...goal] };
  }

  /** Adds the release of every lock that is held at the end and what that needs, but where it needs one of the goal. */
  private finishSections(goal: readonly number[]): void {
    const { trace, must, set } = this;
    const { sections } = trace;
    for (let again = true; again; ) {
      again = false;
      this.steps += set.length >>> 3;
      for (let t = 0; t < set.length; t++)
        for (let c = trace.heldAfter(t, set[t]!); c !== NOTHING; c = sections.chainRests[c]!) {
          const release = sections.releases[sections.chainSections[c]!]!;
          if (release <= set[t]! || goal.some((e) => this.needs(t, release, e))) continue;
          again = must.include(set, t, release) || again;
        }
    }
  }

  /** Whether the first n events of thread t need event e. */
  private needs(t: number, n: number, e: number): boolean {
    const { trace, must } = this;
    const u = trace.columns.threads[e]!;
    return (t === u ? n : must.entryAfter(t, n, u)) >= trace.index[e]!;
  }

  private isOneHolderEach(): boolean {
    const { trace, set } = this;
    const { sections } = trace;
    /** Lock → whether its holders are readers. */
    const holders = new Map<number, boolean>();
    for (let t = 0; t < set.length; t++)
      for (let c = trace.heldAfter(t, set[t]!); c !== NOTHING; c = sections.chainRests[c]!) {
        const s = sections.chainSections[c]!;
        const isReader = sections.shared[s] === 1;
        const other = holders.get(sections.locks[s]!);
        if (other !== undefined && !(other && isReader)) return false;
        holders.set(sections.locks[s]!, isReader);
      }
    return true;
  }

  /** The events of the window in an order that works; undefined if there is none that keeps to the rules. */
  private order(size: number): readonly number[] | undefined {
    const { delays } = this;
    const events = this.window(size);
    const order: number[] = [];
    delays.begin(events);
    for (let left = size; left > 0; ) {
      const before = left;
      left = delays.pass(events.subarray(0, left), order);
      this.steps += before;
      if (left === before) return undefined;
    }
    return order;
  }

  /** In the order of the trace. */
  private window(size: number): Uint32Array {
    const { set, windows, trace } = this;
    const { threadEvents, threadStart } = trace;
    const events = new Uint32Array(size);
    let at = 0;
    for (let t = 0; t < set.length; t++) {
      const start = threadStart[t]!;
      events.set(threadEvents.subarray(start + windows.base[t]!, start + set[t]!), at);
      at += set[t]! - windows.base[t]!;
    }
    this.steps += size;
    return events.sort();
  }
}
