// One state of the search for a schedule: how far each thread is, what each cell holds, who holds each lock, how far each thread must
// still go, and who still has to read what. Every step can be taken back. Cells hold 0 until something in the window writes them:
// whoever reads a write from before the window must come before that. A step costs the same however many threads there are.

import { ACCESS_KINDS, isWrite, NO_ACCESS, Op } from '../../trace/operation.ts';
import { NOTHING } from '../sync-preserving/critical-sections.ts';
import type { TraceIndex } from '../sync-preserving/trace-index.ts';
import { Parked } from './parked.ts';

/** Later than every event. */
export const NOWHERE = 0xffff_ffff;

export class State {
  readonly trace: TraceIndex;
  /** Per thread: events done, events that must be done, and events done before the window. */
  readonly next: Uint32Array;
  readonly need: Uint32Array;
  readonly base: Uint32Array;
  /** Per thread: its next event, if it must do that; else NOWHERE. */
  readonly ahead: Uint32Array;
  /** The steps taken, as positions. */
  readonly steps: number[] = [];
  /** Threads by what their next event is about. */
  readonly parked: Parked;
  /** Events that must still be done. */
  left = 0;
  /** Of the state: two numbers that tell it from others, up to an accident. */
  private hashA = 0;
  private hashB = 0;
  /** Per cell: the write in the window that it holds plus one, or 0. */
  private readonly contents: Uint32Array;
  /** Contents before each step that wrote. */
  private readonly overwritten: number[] = [];
  /** Needed reads that are not done: per write that they see, and per cell of those that see what was there before the window. */
  private readonly readers: Uint32Array;
  private readonly earlyReaders: Uint32Array;
  /** Per lock: how many hold it exclusively and shared. */
  private readonly holders: Uint32Array;
  private readonly sharers: Uint32Array;

  constructor(trace: TraceIndex) {
    const { bounds, length } = trace.columns;
    this.trace = trace;
    this.next = new Uint32Array(trace.threads);
    this.need = new Uint32Array(trace.threads);
    this.base = new Uint32Array(trace.threads);
    this.ahead = new Uint32Array(trace.threads).fill(NOWHERE);
    this.contents = new Uint32Array(trace.cellCount);
    this.readers = new Uint32Array(length);
    this.earlyReaders = new Uint32Array(trace.cellCount);
    this.holders = new Uint32Array(bounds.locks);
    this.sharers = new Uint32Array(bounds.locks);
    this.parked = new Parked(trace);
  }

  start(base: Uint32Array): void {
    this.clear();
    this.base.set(base);
    this.next.set(base);
    this.need.set(base);
    this.ahead.fill(NOWHERE);
    for (let t = 0; t < base.length; t++) {
      this.parked.add(t, base[t]!);
      this.hold(t, 1);
    }
  }

  /** Only what the last search touched. */
  private clear(): void {
    const { steps, trace, base, need, next } = this;
    for (const e of steps) if (this.writes(e)) this.contents[trace.cells[e]!] = 0;
    for (let t = 0; t < base.length; t++) {
      for (let i = base[t]! + 1; i <= need[t]!; i++) {
        const e = this.event(t, i);
        if (this.reads(e)) this.readers[Math.max(0, trace.sources[e]! - 1)] = this.earlyReaders[trace.cells[e]!] = 0;
      }
      this.parked.remove(t, next[t]!);
      this.hold(t, -1);
    }
    steps.length = 0;
    this.overwritten.length = 0;
    this.left = 0;
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
    const { need, trace } = this;
    let possible = true;
    for (let i = need[t]! + 1; i <= n; i++) {
      const e = this.event(t, i);
      if (!this.reads(e)) continue;
      const write = this.seenWrite(e);
      this.countReader(e, write, 1);
      if (write === 0 ? this.contents[trace.cells[e]!] !== 0 : this.done(write - 1) && !this.sees(e)) possible = false;
    }
    if (n > need[t]!) this.setNeed(t, n);
    return possible;
  }

  /** Takes back that thread t must do more than its first n events. */
  unrequire(t: number, n: number): void {
    const { need } = this;
    for (let i = n + 1; i <= need[t]!; i++) {
      const e = this.event(t, i);
      if (this.reads(e)) this.countReader(e, this.seenWrite(e), -1);
    }
    this.setNeed(t, n);
  }

  /** Part of the state: the same events done, with more to do, may lead nowhere where with less they lead to the end. */
  private setNeed(t: number, n: number): void {
    const { need } = this;
    this.mix(t + 0x2000_0000, need[t]!);
    this.mix(t + 0x2000_0000, n);
    this.left += n - need[t]!;
    need[t] = n;
    this.look(t);
  }

  /** True if the read would see now what it saw in the trace. */
  sees(e: number): boolean {
    return this.contents[this.trace.cells[e]!] === this.seenWrite(e);
  }

  /** True if somebody must still read what the cell of a write holds now. */
  awaited(e: number): boolean {
    const cell = this.trace.cells[e]!;
    const held = this.contents[cell]!;
    return (held === 0 ? this.earlyReaders[cell]! : this.readers[held - 1]!) > 0;
  }

  /** True if somebody must read what event e writes. */
  isRead(e: number): boolean {
    return this.readers[e]! > 0;
  }

  /** True if no other thread holds the lock of acquire e of thread t in a way that keeps it out. */
  lockIsFree(e: number, t: number): boolean {
    const { ops, targets } = this.trace.columns;
    const lock = targets[e]!;
    const shared = ops[e] === Op.acquireShared;
    let others = this.holders[lock]! + (shared ? 0 : this.sharers[lock]!);
    if (others === 0) return true;
    const { sections } = this.trace;
    for (let c = this.trace.heldAfter(t, this.next[t]!); c !== NOTHING; c = sections.chainRests[c]!) {
      const s = sections.chainSections[c]!;
      if (sections.locks[s] === lock && !(shared && sections.shared[s] === 1)) others--;
    }
    return others === 0;
  }

  take(t: number): void {
    const { next } = this;
    const done = next[t]!;
    const e = this.event(t, done + 1);
    this.parked.remove(t, done);
    this.parked.add(t, done + 1);
    this.mix(t, done);
    this.mix(t, done + 1);
    next[t] = done + 1;
    this.look(t);
    this.left--;
    this.steps.push(e);
    if (this.writes(e)) {
      const cell = this.trace.cells[e]!;
      const old = this.contents[cell]!;
      this.overwritten.push(old);
      this.put(cell, old, e + 1);
    } else if (this.reads(e)) this.countReader(e, this.seenWrite(e), -1);
    else this.holdBetween(t, done, done + 1);
  }

  /** Takes back the last step. */
  untake(): void {
    const { next } = this;
    const e = this.steps.pop()!;
    const t = this.trace.columns.threads[e]!;
    const done = next[t]!;
    this.parked.remove(t, done);
    this.parked.add(t, done - 1);
    this.mix(t, done);
    this.mix(t, done - 1);
    next[t] = done - 1;
    this.look(t);
    this.left++;
    if (this.writes(e)) this.put(this.trace.cells[e]!, e + 1, this.overwritten.pop()!);
    else if (this.reads(e)) this.countReader(e, this.seenWrite(e), 1);
    else this.holdBetween(t, done, done - 1);
  }

  private look(t: number): void {
    this.ahead[t] = this.next[t]! < this.need[t]! ? this.nextEvent(t) : NOWHERE;
  }

  /** Thread t holds what it holds after `to` of its events, and no longer what it held after `from`. */
  private holdBetween(t: number, from: number, to: number): void {
    const { trace } = this;
    const before = trace.heldAfter(t, from);
    const after = trace.heldAfter(t, to);
    if (before === after) return;
    this.holdChain(before, -1);
    this.holdChain(after, 1);
  }

  private hold(t: number, sign: number): void {
    this.holdChain(this.trace.heldAfter(t, this.next[t]!), sign);
  }

  private holdChain(chain: number, sign: number): void {
    const { chainSections, chainRests, locks, shared } = this.trace.sections;
    for (let c = chain; c !== NOTHING; c = chainRests[c]!) {
      const s = chainSections[c]!;
      (shared[s] === 1 ? this.sharers : this.holders)[locks[s]!]! += sign;
    }
  }

  private put(cell: number, old: number, content: number): void {
    this.mix(cell + 0x4000_0000, old);
    this.mix(cell + 0x4000_0000, content);
    this.contents[cell] = content;
  }

  /** Adds a fact to the hash, or takes it out again. */
  private mix(a: number, b: number): void {
    let h = Math.imul(a ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(b + 0x7f4a_7c15, 0xc2b2_ae35);
    h = Math.imul(h ^ (h >>> 15), 0x2c1b_3c6d);
    this.hashA ^= h ^ (h >>> 13);
    h = Math.imul(h ^ (h >>> 16), 0x297a_2d39) ^ Math.imul(b, 0x1656_67b1);
    this.hashB ^= h ^ (h >>> 14);
  }

  /** The write in the window that the read must see plus one; 0 if that was before the window. */
  private seenWrite(e: number): number {
    const { sources, columns, index } = this.trace;
    const source = sources[e]!;
    return source !== 0 && index[source - 1]! > this.base[columns.threads[source - 1]!]! ? source : 0;
  }

  private countReader(e: number, write: number, sign: number): void {
    if (write === 0) this.earlyReaders[this.trace.cells[e]!]! += sign;
    else this.readers[write - 1]! += sign;
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
