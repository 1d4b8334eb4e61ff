// Who has to wait if critical sections that stay open come last: whoever takes a lock for good waits for all who give it back, its thread
// waits with it, and so does everything that keeps its place behind what waits. A pass goes over the events that are left, in the order of
// the trace, and takes those that need not wait. Constant time for an event.

import { ACCESS_KINDS, isWrite, NO_ACCESS, Op } from '../../trace/operation.ts';
import type { TraceIndex } from '../sync-preserving/trace-index.ts';

export class Delays {
  private readonly trace: TraceIndex;
  /** Per thread: how many of its events there are. */
  private readonly set: Uint32Array;
  /** Number of the pass. What waits in it is marked with it. */
  private now = 0;
  private readonly threads: Uint32Array;
  private writes = new Uint32Array(0);
  private reads = new Uint32Array(0);
  private readonly locks: Uint32Array;
  private readonly sharedLocks: Uint32Array;
  /** Waits, notifies and barriers, which keep their order. */
  private meetings = 0;
  /** Per lock: how often it must still be given back. */
  private readonly left: Uint32Array;
  private readonly sharedLeft: Uint32Array;

  constructor(trace: TraceIndex, set: Uint32Array) {
    const { bounds } = trace.columns;
    this.trace = trace;
    this.set = set;
    this.threads = new Uint32Array(bounds.threads);
    this.locks = new Uint32Array(bounds.locks);
    this.sharedLocks = new Uint32Array(bounds.locks);
    this.left = new Uint32Array(bounds.locks);
    this.sharedLeft = new Uint32Array(bounds.locks);
  }

  /** Begins anew, with these events. */
  begin(events: Uint32Array): void {
    const { cellCount } = this.trace;
    if (this.writes.length < cellCount) {
      this.writes = new Uint32Array(cellCount);
      this.reads = new Uint32Array(cellCount);
    }
    this.left.fill(0);
    this.sharedLeft.fill(0);
    for (const e of events) if (this.ends(e)) this.give(e, 1);
  }

  /** Takes all that need not wait; moves the others to the front and gives how many they are. */
  pass(events: Uint32Array, order: number[]): number {
    let waiting = 0;
    this.now++;
    for (const e of events) {
      if (this.waits(e)) {
        this.delay(e);
        events[waiting++] = e;
      } else {
        if (this.ends(e)) this.give(e, -1);
        order.push(e);
      }
    }
    return waiting;
  }

  private waits(e: number): boolean {
    const { now, trace } = this;
    const { columns, cells, sources } = trace;
    const op = columns.ops[e]!;
    const target = columns.targets[e]!;
    if (this.threads[columns.threads[e]!] === now) return true;
    if (ACCESS_KINDS[op] !== NO_ACCESS) {
      const cell = cells[e]!;
      return this.writes[cell] === now || (isWrite(op) && this.reads[cell] === now);
    }
    switch (op) {
      case Op.acquire:
      case Op.acquireShared:
        return (sources[e] !== 0 && this.meetings === now) || (this.begins(e) && this.isKeptOut(e));
      case Op.join:
        return this.threads[target] === now;
      case Op.wait:
      case Op.notify:
      case Op.barrierEnter:
      case Op.barrierExit:
        return this.meetings === now;
    }
    return false;
  }

  /** Whether the lock of an acquire is not to be had yet. */
  private isKeptOut(e: number): boolean {
    const { now, trace } = this;
    const { ops, targets } = trace.columns;
    const lock = targets[e]!;
    const isReader = ops[e] === Op.acquireShared;
    if (this.staysOpen(e)) return this.left[lock]! > 0 || (!isReader && this.sharedLeft[lock]! > 0);
    return this.locks[lock] === now || (!isReader && this.sharedLocks[lock] === now);
  }

  /** Event e waits, and what comes after it. */
  private delay(e: number): void {
    const { now, trace } = this;
    const { columns, cells } = trace;
    const op = columns.ops[e]!;
    const target = columns.targets[e]!;
    this.threads[columns.threads[e]!] = now;
    if (ACCESS_KINDS[op] !== NO_ACCESS) (isWrite(op) ? this.writes : this.reads)[cells[e]!] = now;
    else if (op === Op.fork) this.threads[target] = now;
    else if (op === Op.wait || op === Op.notify || op === Op.barrierEnter || op === Op.barrierExit) this.meetings = now;
    // Who stays in a section keeps nobody out who comes later: those go first.
    if (this.begins(e) ? !this.staysOpen(e) : this.ends(e))
      (op === Op.acquireShared || op === Op.releaseShared ? this.sharedLocks : this.locks)[target] = now;
  }

  private begins(e: number): boolean {
    const { columns, held, sections } = this.trace;
    const op = columns.ops[e]!;
    return (op === Op.acquire || op === Op.acquireShared) && sections.positions[sections.chainSections[held[e]!]!] === e;
  }

  private staysOpen(e: number): boolean {
    const { columns, held, sections } = this.trace;
    const release = sections.releases[sections.chainSections[held[e]!]!]!;
    return release === 0 || release > this.set[columns.threads[e]!]!;
  }

  /** Whether a critical section ends with the event; inner releases end none. */
  private ends(e: number): boolean {
    const { columns, held, index } = this.trace;
    const op = columns.ops[e]!;
    if (op !== Op.release && op !== Op.releaseShared && op !== Op.wait) return false;
    return this.trace.heldAfter(columns.threads[e]!, index[e]! - 1) !== held[e];
  }

  private give(e: number, sign: number): void {
    const { ops, targets } = this.trace.columns;
    (ops[e] === Op.releaseShared ? this.sharedLeft : this.left)[targets[e]!]! += sign;
  }
}
