// What must come before what in a window of the trace, whatever the schedule: a clock for every event of it, and the edges that were
// added beside program order. Whoever adds an edge learns at once whether there is a cycle. An edge costs a pass over the threads for every
// event whose clock grows by it.

import type { Meter } from '../../base/meter.ts';
import { ACCESS_KINDS, NO_ACCESS, Op } from '../../trace/operation.ts';
import type { TraceIndex } from '../sync-preserving/trace-index.ts';

/** Entries of all clocks at the most: 32 MB. */
const MOST_ENTRIES = 1 << 23;
/** What an event of the window takes in bytes beside its clock, with what is known of reads and critical sections. */
const PER_EVENT = 128;
/** The end of a list of edges. */
const NONE = 0;

export class WindowOrder {
  /** Clocks that were compared, and questions that were asked about two entries of one. */
  private joins = 0;
  looks = 0;
  private readonly stepsOfJoin: number;
  /** Per thread: its events before the window, and those up to the end of the window. */
  readonly base: Uint32Array;
  readonly need: Uint32Array;
  private readonly trace: TraceIndex;
  private readonly meter: Meter;
  private readonly threads: number;
  /** Events of thread t in the window: starts[t] … starts[t + 1]. */
  private readonly starts: Uint32Array;
  /** The events in the order of the trace. */
  private events = new Uint32Array(0);
  /** Per event of the window: how many events of each thread must come before it, itself included. */
  private clocks = new Uint32Array(0);
  /** Per event: its first edge out and in. Per edge: the next ones of both lists, and its ends, as events of the window. */
  private outs = new Uint32Array(0);
  private ins = new Uint32Array(0);
  private readonly edges: {
    readonly nextOut: number[];
    readonly nextIn: number[];
    readonly from: number[];
    readonly to: number[];
  };
  private readonly grew: number[] = [];
  /** What the window at hand takes in bytes. */
  private taken = 0;

  constructor(trace: TraceIndex, meter: Meter) {
    this.trace = trace;
    this.meter = meter;
    this.threads = trace.threads;
    this.base = new Uint32Array(trace.threads);
    this.need = new Uint32Array(trace.threads);
    this.starts = new Uint32Array(trace.threads + 1);
    this.stepsOfJoin = (1 + trace.threads / 16) / 16;
    this.edges = { nextOut: [NONE], nextIn: [NONE], from: [NONE], to: [NONE] };
  }

  /** What all that took, in steps of a search: 16 clocks of eight threads, or 8 looks, take as long as one. */
  get steps(): number {
    return this.joins * this.stepsOfJoin + this.looks / 8;
  }

  /** What it takes to begin, in the same measure. */
  stepsFor(base: Uint32Array, need: Uint32Array): number {
    let events = 0;
    for (let t = 0; t < need.length; t++) events += need[t]! - base[t]!;
    return events * this.stepsOfJoin;
  }

  /** How many events the window has. */
  get size(): number {
    return this.starts[this.threads]!;
  }

  /** Nothing is known. */
  clear(): void {
    this.starts.fill(0);
    this.meter.give(this.taken);
    this.taken = 0;
  }

  /** Forgets all and begins with what every schedule keeps. False, and nothing known, if the window is too large or there is no memory. */
  begin(base: Uint32Array, need: Uint32Array): boolean {
    const { threads, starts, edges } = this;
    this.clear();
    this.base.set(base);
    this.need.set(need);
    for (let t = 0; t < threads; t++) starts[t + 1] = starts[t]! + need[t]! - base[t]!;
    for (const list of Object.values(edges)) list.length = 1;
    if (this.size * threads > MOST_ENTRIES || !this.hasRoom()) {
      this.clear();
      return false;
    }
    this.outs.fill(NONE, 0, this.size);
    this.ins.fill(NONE, 0, this.size);
    this.follow();
    return true;
  }

  /** The place of event i of thread t among those of the window; the thread has it there. */
  at(t: number, i: number): number {
    return this.starts[t]! + i - this.base[t]! - 1;
  }

  /** How many events of thread u must come before event i of thread t. */
  before(t: number, i: number, u: number): number {
    return i <= this.base[t]! ? this.base[u]! : this.clocks[this.at(t, i) * this.threads + u]!;
  }

  /** Event i of thread t must come before event j of thread u. False if that cannot be. */
  add(t: number, i: number, u: number, j: number): boolean {
    if (t === u) return i < j;
    if (i <= this.base[t]!) return true;
    if (j <= this.base[u]!) return false;
    const from = this.at(t, i);
    const to = this.at(u, j);
    if (this.clocks[to * this.threads + t]! >= i) return true;
    if (this.clocks[from * this.threads + u]! >= j) return false;
    this.link(from, to);
    this.join(from, to);
    this.grew.push(to);
    this.propagate();
    return true;
  }

  /** How many edges there are. */
  get count(): number {
    return this.edges.to.length;
  }

  /** True if all that must come before event i of thread t is done, given how many events each thread did. */
  isReady(t: number, i: number, done: Uint32Array): boolean {
    const { ins, edges, threads, clocks } = this;
    if (i > this.need[t]! || this.size === 0) return true;
    for (let edge = ins[this.at(t, i)]!; edge !== NONE; edge = edges.nextIn[edge]!) {
      const from = edges.from[edge]!;
      const u = this.threadOf(from);
      if (done[u]! < clocks[from * threads + u]!) return false;
    }
    return true;
  }

  private threadOf(at: number): number {
    const { columns } = this.trace;
    return columns.threads[this.events[at]!]!;
  }

  /** False if there is no memory for the window: the search can do without an order. Arrays that were there for a larger one stay. */
  private hasRoom(): boolean {
    const { meter, threads, size } = this;
    const bytes = size * (4 * threads + PER_EVENT);
    if (meter.used + bytes > meter.budget) return false;
    meter.take(bytes);
    this.taken = bytes;
    if (this.events.length >= size) return true;
    const room = Math.min(2 * size, Math.max(size, Math.floor(MOST_ENTRIES / threads)));
    this.events = new Uint32Array(room);
    this.outs = new Uint32Array(room);
    this.ins = new Uint32Array(room);
    this.clocks = new Uint32Array(room * threads);
    return true;
  }

  /** Clocks from program order and from what an event needs itself. */
  private follow(): void {
    const { trace, base, need, starts, clocks, threads, events } = this;
    const { threadEvents, threadStart, columns, index } = trace;
    for (let t = 0; t < threads; t++)
      events.set(threadEvents.subarray(threadStart[t]! + base[t]!, threadStart[t]! + need[t]!), starts[t]!);
    const inOrder = events.slice(0, this.size).sort();
    for (const e of inOrder) {
      const t = columns.threads[e]!;
      const i = index[e]!;
      const at = this.at(t, i);
      if (i === base[t]! + 1) clocks.set(base, at * threads);
      else clocks.copyWithin(at * threads, (at - 1) * threads, at * threads);
      clocks[at * threads + t] = i;
      this.joins++;
      this.followNeeds(e, t, at);
    }
  }

  private followNeeds(e: number, t: number, at: number): void {
    const { columns, sources, forks, arrivals, index, threadStart } = this.trace;
    if (sources[e] !== 0) this.after(sources[e]! - 1, t, at);
    if (index[e] === 1 && forks[t] !== 0) this.after(forks[t]! - 1, t, at);
    if (ACCESS_KINDS[columns.ops[e]!] !== NO_ACCESS) return;
    if (columns.ops[e] === Op.join) {
      const child = columns.targets[e]!;
      const last = threadStart[child + 1]! - 1;
      if (last >= threadStart[child]!) this.after(this.trace.threadEvents[last]!, t, at);
      if (forks[child] !== 0) this.after(forks[child]! - 1, t, at);
    }
    for (const arrival of arrivals.size === 0 ? [] : (arrivals.get(e) ?? [])) this.after(arrival, t, at);
  }

  /** Event e, which is earlier in the trace, must come before that of thread t at a place of the window. */
  private after(e: number, t: number, at: number): void {
    const { columns, index } = this.trace;
    const u = columns.threads[e]!;
    const i = index[e]!;
    if (u === t || i <= this.clocks[at * this.threads + u]!) return;
    const from = this.at(u, i);
    this.link(from, at);
    this.join(from, at);
  }

  private link(from: number, to: number): void {
    const { outs, ins, edges } = this;
    const edge = edges.to.length;
    edges.nextOut.push(outs[from]!);
    edges.nextIn.push(ins[to]!);
    edges.from.push(from);
    edges.to.push(to);
    outs[from] = edge;
    ins[to] = edge;
  }

  /** What must come before one must come before the other. True if that is new. */
  private join(from: number, to: number): boolean {
    const { clocks, threads } = this;
    const a = from * threads;
    const b = to * threads;
    let grew = false;
    this.joins++;
    for (let u = 0; u < threads; u++)
      if (clocks[a + u]! > clocks[b + u]!) {
        clocks[b + u] = clocks[a + u]!;
        grew = true;
      }
    return grew;
  }

  private propagate(): void {
    const { grew, outs, edges } = this;
    for (let at = grew.pop(); at !== undefined; at = grew.pop()) {
      const end = this.starts[this.threadOf(at) + 1]!;
      do {
        for (let edge = outs[at]!; edge !== NONE; edge = edges.nextOut[edge]!)
          if (this.join(at, edges.to[edge]!)) grew.push(edges.to[edge]!);
        at++;
      } while (at < end && this.join(at - 1, at));
    }
  }
}
