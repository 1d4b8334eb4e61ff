// Turns what a detector does not understand into what it does, the way the papers do it. This is the one place; the table in
// operation.ts says it in words. Lowered events carry the position of the event they stand for, so races speak of the trace.
// Blocks without anything to lower pass through untouched.

import { BarrierRounds } from './barrier-rounds.ts';
import { BLOCK_SIZE, type EventBlock, newBlock } from './block.ts';
import { LockDepths } from './lock-depths.ts';
import { isWrite, Op } from './operation.ts';
import { Renumbering } from './renumbering.ts';

/** The lowered blocks of one trace for one kind of detector; blocks must come in order. */
export class Lowering {
  private readonly understood: readonly boolean[];
  private readonly reentrant: boolean;
  private readonly understoodAll: boolean;
  private readonly emit: (block: EventBlock) => void;
  /** Lowered events; made when the first is needed, which for most traces is never. */
  private out: (EventBlock & { positions: Uint32Array }) | undefined;
  private readonly locks = new Renumbering();
  private readonly variables = new Renumbering();
  private readonly depths = new LockDepths();
  /** Atomic variable → the lock of its tiny critical sections. */
  private readonly atomicLocks = new Map<number, number>();
  /** Variable that was new memory since → what it is to those who follow atomics themselves. */
  private readonly atomics = new Map<number, number>();
  /** Lock → reading thread → the lock that this reader takes and every writer too. */
  private readonly readerLocks = new Map<number, Map<number, number>>();
  /** Lock held exclusively → the reader locks taken with it. */
  private readonly taken = new Map<number, number[]>();
  /** Each round of a barrier has a lock. */
  private readonly rounds = new BarrierRounds<number>(() => this.locks.invent(this.block.bounds.locks));
  /** The event being lowered, and the block that it is in. */
  private block: EventBlock = newBlock(0);
  private i = 0;

  /** `operations`: what the detector understands. `reentrant`: whether it takes inner acquires and releases itself. */
  constructor(operations: readonly Op[], reentrant: boolean, emit: (block: EventBlock) => void) {
    this.understood = Array.from(Object.values(Op), (op) => operations.includes(op));
    this.understoodAll = this.understood.every(Boolean);
    this.reentrant = reentrant;
    this.emit = emit;
  }

  lower(block: EventBlock): void {
    if (this.reentrant && this.understoodAll) {
      this.emit(block);
      return;
    }
    this.block = block;
    const plain = this.locks.identity && this.variables.identity ? this.plainPrefix(block) : 0;
    if (plain === block.length) {
      this.emit(block);
      return;
    }
    for (this.i = 0; this.i < plain; this.i++) this.put(block.ops[this.i]!, block.targets[this.i]!);
    for (; this.i < block.length; this.i++) this.event(block.ops[this.i]!, block.threads[this.i]!, block.targets[this.i]!);
    this.flush();
  }

  /** How many events of the block can stay as they are. */
  private plainPrefix({ ops, threads, targets, length }: EventBlock): number {
    const { understood, depths, reentrant } = this;
    for (let i = 0; i < length; i++) {
      const op = ops[i]!;
      if (op <= Op.write) continue;
      if (!understood[op]) return i;
      const lock = targets[i]!;
      if (op === Op.acquire) {
        if (!reentrant && depths.isHeld(lock)) return i;
        depths.acquire(lock, threads[i]!);
      } else if (op === Op.release) {
        if (!reentrant && depths.isNested(lock)) return i;
        depths.release(lock);
      } else if (op === Op.wait) depths.wait(lock, threads[i]!);
    }
    return length;
  }

  private event(op: number, thread: number, target: number): void {
    switch (op) {
      case Op.read:
      case Op.write:
        this.put(op, this.variables.of(target));
        break;
      case Op.acquire:
        this.acquire(thread, target);
        break;
      case Op.release:
        this.release(target);
        break;
      case Op.wait:
        this.wait(thread, target);
        break;
      case Op.volatileRead:
      case Op.volatileWrite:
      case Op.relaxedRead:
      case Op.relaxedWrite:
        this.atomicAccess(op, target);
        break;
      case Op.acquireShared:
        this.acquireShared(thread, target);
        break;
      case Op.releaseShared:
        this.releaseShared(thread, target);
        break;
      case Op.barrierEnter:
      case Op.barrierExit:
        this.barrier(op, thread, target);
        break;
      case Op.alloc:
        if (this.understood[Op.alloc]) this.put(op, this.variables.of(target));
        else this.renew(target);
        break;
      case Op.notify:
      case Op.request:
      case Op.try:
      case Op.stuck:
        if (this.understood[op]) this.put(op, this.locks.of(target));
        break;
      default:
        // fork and join are understood by all; begin, end and request-join order nothing.
        if (this.understood[op]) this.put(op, target);
    }
  }

  private acquire(thread: number, target: number): void {
    const lock = this.locks.of(target);
    const outermost = this.depths.acquire(lock, thread);
    if (outermost || this.reentrant) this.put(Op.acquire, lock);
    if (!outermost || this.understood[Op.acquireShared]) return;
    const readers = this.readerLocks.get(lock);
    if (readers === undefined) return;
    const taken = [...readers.values()];
    this.taken.set(lock, taken);
    for (const reader of taken) this.take(reader, thread);
  }

  private release(target: number): void {
    const lock = this.locks.of(target);
    const outermost = this.depths.release(lock);
    if (outermost) this.giveReaderLocks(lock);
    if (outermost || this.reentrant) this.put(Op.release, lock);
  }

  private wait(thread: number, target: number): void {
    const lock = this.locks.of(target);
    this.depths.wait(lock, thread);
    this.giveReaderLocks(lock);
    this.put(this.understood[Op.wait] ? Op.wait : Op.release, lock);
  }

  /** What is handed over at an atomic does not end with the memory: see src/clocks/happens-before.ts. */
  private renew(variable: number): void {
    if (!this.atomics.has(variable)) this.atomics.set(variable, this.variables.of(variable));
    this.variables.renew(variable, this.block.bounds.variables);
  }

  private atomicAccess(op: number, target: number): void {
    if (this.understood[op]) {
      this.put(op, this.atomics.get(target) ?? this.variables.of(target));
      return;
    }
    const variable = this.variables.of(target);
    let lock = this.atomicLocks.get(variable);
    if (lock === undefined) {
      lock = this.locks.invent(this.block.bounds.locks);
      this.atomicLocks.set(variable, lock);
    }
    this.put(Op.acquire, lock);
    this.put(isWrite(op) ? Op.write : Op.read, variable);
    this.put(Op.release, lock);
  }

  private acquireShared(thread: number, target: number): void {
    const lock = this.locks.of(target);
    if (this.understood[Op.acquireShared]) {
      this.put(Op.acquireShared, lock);
      return;
    }
    let readers = this.readerLocks.get(lock);
    if (readers === undefined) {
      readers = new Map();
      this.readerLocks.set(lock, readers);
    }
    let reader = readers.get(thread);
    if (reader === undefined) {
      reader = this.locks.invent(this.block.bounds.locks);
      readers.set(thread, reader);
      // No writer can have taken this reader's lock yet: pass through the lock itself, to be ordered after the last one.
      if (!this.depths.isHeld(lock)) this.emptySection(lock);
    }
    this.take(reader, thread);
  }

  private releaseShared(thread: number, target: number): void {
    const lock = this.locks.of(target);
    if (this.understood[Op.releaseShared]) this.put(Op.releaseShared, lock);
    else {
      const reader = this.readerLocks.get(lock)?.get(thread);
      if (reader !== undefined) this.give(reader);
    }
  }

  /** All arrivals and exits of a round pass through one lock of its own; every exit comes after every arrival. */
  private barrier(op: number, thread: number, target: number): void {
    const barrier = this.locks.of(target);
    if (this.understood[op]) {
      this.put(op, barrier);
      return;
    }
    const round = op === Op.barrierEnter ? this.rounds.enter(barrier, thread) : this.rounds.exit(barrier, thread);
    if (round !== undefined) this.emptySection(round.gathered);
  }

  private emptySection(lock: number): void {
    this.put(Op.acquire, lock);
    this.put(Op.release, lock);
  }

  private giveReaderLocks(lock: number): void {
    const taken = this.taken.get(lock);
    if (taken === undefined) return;
    for (const reader of taken.reverse()) this.give(reader);
    this.taken.delete(lock);
  }

  private take(lock: number, thread: number): void {
    if (this.depths.acquire(lock, thread)) this.put(Op.acquire, lock);
  }

  private give(lock: number): void {
    if (this.depths.release(lock)) this.put(Op.release, lock);
  }

  private put(op: number, target: number): void {
    const { block, i } = this;
    this.out ??= { ...newBlock(BLOCK_SIZE), positions: new Uint32Array(BLOCK_SIZE) };
    const { out } = this;
    const at = out.length++;
    out.ops[at] = op;
    out.threads[at] = block.threads[i]!;
    out.targets[at] = target;
    out.locations[at] = block.locations[i]!;
    out.positions[at] = block.positions === undefined ? block.start + i : block.positions[i]!;
    if (out.length === BLOCK_SIZE) this.flush();
  }

  private flush(): void {
    const { out } = this;
    if (out === undefined || out.length === 0) return;
    const { bounds, start, memoryModel } = this.block;
    out.start = start;
    out.memoryModel = memoryModel;
    out.bounds = {
      ...bounds,
      locks: this.locks.bound(bounds.locks),
      variables: this.variables.bound(bounds.variables),
    };
    this.emit(out);
    out.length = 0;
  }
}
