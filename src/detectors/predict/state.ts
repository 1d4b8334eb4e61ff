// One state of the search for a schedule: how far each thread is, what each cell holds, how far each thread must still go, and who
// still has to read what. Every step can be taken back. Cells hold 0 until something in the window writes them: whoever reads a
// write from before the window must come before that.

import { ACCESS_KINDS, isWrite, NO_ACCESS } from '../../trace/operation.ts';
import type { TraceIndex } from '../sync-preserving/trace-index.ts';

export class State {
  readonly trace: TraceIndex;
  /** Per thread: events done, events that must be done, and events done before the window. */
  readonly next: Uint32Array;
  readonly need: Uint32Array;
  readonly base: Uint32Array;
  /** The steps taken, as positions. */
  readonly steps: number[] = [];
  /** Of the state: two numbers that tell it from others, up to an accident. */
  private hashA = 0;
  private hashB = 0;
  /** Per cell written in the window: the write that it holds plus one. */
  private readonly contents = new Map<number, number>();
  /** Contents before each step that wrote. */
  private readonly overwritten: number[] = [];
  /** Needed reads that are not done, per write plus one, or per cell as -1 - cell if they see what was there before the window. */
  private readonly readers = new Map<number, number>();

  constructor(trace: TraceIndex) {
    this.trace = trace;
    this.next = new Uint32Array(trace.threads);
    this.need = new Uint32Array(trace.threads);
    this.base = new Uint32Array(trace.threads);
  }

  start(base: Uint32Array): void {
    this.base.set(base);
    this.next.set(base);
    this.need.set(base);
    this.steps.length = 0;
    this.overwritten.length = 0;
    this.contents.clear();
    this.readers.clear();
    this.hashA = this.hashB = 0;
  }

  get key(): number {
    return (this.hashA >>> 0) * 0x20_0000 + (this.hashB & 0x1f_ffff);
  }

  event(t: number, index: number): number {
    return this.trace.threadEvents[this.trace.threadStart[t]! + index - 1]!;
  }

  /** The next event of thread t. */
  nextEvent(t: number): number {
    return this.event(t, this.next[t]! + 1);
  }

  done(e: number): boolean {
    return this.trace.index[e]! <= this.next[this.trace.columns.threads[e]!]!;
  }

  /** Thread t must do its first n events. False if a read among them can no longer see what it saw. */
  require(t: number, n: number): boolean {
    let possible = true;
    for (let i = this.need[t]! + 1; i <= n; i++) {
      const e = this.event(t, i);
      if (!this.reads(e)) continue;
      const key = this.readerKey(e);
      this.readers.set(key, (this.readers.get(key) ?? 0) + 1);
      if (key < 0 ? this.contents.has(this.trace.cells[e]!) : this.done(key - 1) && !this.sees(e)) possible = false;
    }
    this.need[t] = Math.max(n, this.need[t]!);
    return possible;
  }

  /** Takes back that thread t must do more than its first n events. */
  unrequire(t: number, n: number): void {
    for (let i = n + 1; i <= this.need[t]!; i++) {
      const e = this.event(t, i);
      if (this.reads(e)) this.readers.set(this.readerKey(e), this.readers.get(this.readerKey(e))! - 1);
    }
    this.need[t] = n;
  }

  /** True if the read would see now what it saw in the trace. */
  sees(e: number): boolean {
    const key = this.readerKey(e);
    return (this.contents.get(this.trace.cells[e]!) ?? 0) === Math.max(key, 0);
  }

  /** True if somebody must still read what the cell of a write holds now. */
  awaited(e: number): boolean {
    const cell = this.trace.cells[e]!;
    const held = this.contents.get(cell);
    return (this.readers.get(held === undefined ? -1 - cell : held) ?? 0) > 0;
  }

  /** True if somebody must read what event e writes. */
  isRead(e: number): boolean {
    return (this.readers.get(e + 1) ?? 0) > 0;
  }

  take(t: number): void {
    const e = this.nextEvent(t);
    this.count(t);
    this.next[t]!++;
    this.count(t);
    this.steps.push(e);
    if (this.writes(e)) {
      const cell = this.trace.cells[e]!;
      const old = this.contents.get(cell) ?? 0;
      this.overwritten.push(old);
      this.put(cell, old, e + 1);
    } else if (this.reads(e)) this.readers.set(this.readerKey(e), this.readers.get(this.readerKey(e))! - 1);
  }

  /** Takes back the last step. */
  untake(): void {
    const e = this.steps.pop()!;
    const t = this.trace.columns.threads[e]!;
    this.count(t);
    this.next[t]!--;
    this.count(t);
    if (this.writes(e)) this.put(this.trace.cells[e]!, e + 1, this.overwritten.pop()!);
    else if (this.reads(e)) this.readers.set(this.readerKey(e), this.readers.get(this.readerKey(e))! + 1);
  }

  private put(cell: number, old: number, content: number): void {
    this.mix(cell + 0x4000_0000, old);
    this.mix(cell + 0x4000_0000, content);
    if (content === 0) this.contents.delete(cell);
    else this.contents.set(cell, content);
  }

  private count(t: number): void {
    this.mix(t, this.next[t]!);
  }

  /** Adds a fact to the hash, or takes it out again. */
  private mix(a: number, b: number): void {
    let h = Math.imul(a ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(b + 0x7f4a_7c15, 0xc2b2_ae35);
    h = Math.imul(h ^ (h >>> 15), 0x2c1b_3c6d);
    this.hashA ^= h ^ (h >>> 13);
    h = Math.imul(h ^ (h >>> 16), 0x297a_2d39) ^ Math.imul(b, 0x1656_67b1);
    this.hashB ^= h ^ (h >>> 14);
  }

  private readerKey(e: number): number {
    const { sources, columns, index, cells } = this.trace;
    const source = sources[e]!;
    const inWindow = source !== 0 && index[source - 1]! > this.base[columns.threads[source - 1]!]!;
    return inWindow ? source : -1 - cells[e]!;
  }

  private reads(e: number): boolean {
    const op = this.trace.columns.ops[e]!;
    return ACCESS_KINDS[op] !== NO_ACCESS && !isWrite(op);
  }

  private writes(e: number): boolean {
    const op = this.trace.columns.ops[e]!;
    return ACCESS_KINDS[op] !== NO_ACCESS && isWrite(op);
  }
}
