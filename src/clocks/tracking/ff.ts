// FF: happens-before by whole vector clocks, one vector operation for every acquire and release (Cai and Chan, figure 2). Clocks
// start at 1 for the thread itself and 0 elsewhere, not at 1 everywhere as printed, which would order strangers.

import { grown } from '../../base/grown.ts';
import { BarrierRounds } from '../../trace/barrier-rounds.ts';
import type { EventBlock } from '../../trace/block.ts';
import { LockDepths } from '../../trace/lock-depths.ts';
import { accumulates } from '../../trace/memory-model.ts';
import { Op } from '../../trace/operation.ts';
import { newCounts, type TrackingCounts } from './counts.ts';
import { copyInto, joinInto, type Vector, VectorTable } from './vectors.ts';

/** Told of every acquire and release that the method does not call removable: the log of section 5.3. */
export type LockLog = (acquired: boolean, thread: number, lock: number) => void;

export class FfTracker {
  readonly counts: TrackingCounts = newCounts();
  /** Per thread: its clock. Its own entry grows after every event that hands the clock on. */
  readonly threads: Vector[] = [];
  readonly locks = new VectorTable();
  protected readonly log: LockLog | undefined;
  private readonly volatiles = new VectorTable();
  private addsUp = false;
  /** Per lock: what readers released since the last exclusive release. */
  private readonly readers = new Map<number, Vector>();
  private readonly depths = new LockDepths();
  /** As wide as at the last arrival. */
  private readonly rounds = new BarrierRounds<Vector>(() => new Uint32Array(this.width));
  private width = 0;

  constructor(log?: LockLog) {
    this.log = log;
  }

  block(block: EventBlock): void {
    this.grow(block);
    const { length, ops, threads, targets } = block;
    for (let i = 0; i < length; i++) if (ops[i]! > Op.write) this.step(ops[i]!, threads[i]!, targets[i]!);
  }

  /** Makes room for the threads of a block. */
  grow({ bounds, memoryModel }: EventBlock): void {
    this.addsUp = accumulates(memoryModel);
    if (bounds.threads <= this.width) return;
    this.width = bounds.threads;
    this.locks.widen(this.width);
    this.volatiles.widen(this.width);
    for (const [lock, vector] of this.readers) this.readers.set(lock, grown(vector, this.width));
    for (let t = 0; t < this.width; t++) {
      const clock = grown(this.threads[t] ?? new Uint32Array(0), this.width);
      if (t >= this.threads.length) clock[t] = 1;
      this.threads[t] = clock;
    }
  }

  /** Takes one event that is not an access. */
  step(op: number, t: number, target: number): void {
    switch (op) {
      case Op.acquire:
        if (!this.depths.acquire(target, t)) break;
        this.acquire(t, target);
        if (this.readers.size > 0) this.learnFromReaders(t, target);
        break;
      case Op.release:
        if (this.depths.release(target)) this.releaseLock(t, target);
        break;
      case Op.wait:
        this.depths.wait(target, t);
        this.releaseLock(t, target);
        break;
      case Op.fork:
        this.join(this.threads[target]!, this.threads[t]!);
        this.tick(t);
        break;
      case Op.join:
        this.join(this.threads[t]!, this.threads[target]!);
        this.learnt(t);
        break;
      case Op.volatileRead:
        this.join(this.threads[t]!, this.volatiles.of(target));
        this.learnt(t);
        break;
      case Op.volatileWrite:
        if (this.addsUp) this.join(this.volatiles.of(target), this.threads[t]!);
        else this.copy(this.volatiles.of(target), this.threads[t]!);
        this.tick(t);
        break;
      case Op.acquireShared:
        this.join(this.threads[t]!, this.locks.of(target));
        this.learnt(t);
        break;
      case Op.releaseShared:
        this.gather(this.readers, target, t);
        break;
      case Op.barrierEnter:
        this.enter(t, target);
        break;
      case Op.barrierExit:
        this.exit(t, target);
        break;
    }
  }

  protected acquire(t: number, lock: number): void {
    this.counts.atLocks++;
    this.join(this.threads[t]!, this.locks.of(lock));
    this.log?.(true, t, lock);
  }

  protected release(t: number, lock: number): void {
    this.counts.atLocks++;
    this.copy(this.locks.of(lock), this.threads[t]!);
    this.log?.(false, t, lock);
  }

  /** The thread learnt something otherwise than by acquiring a lock. */
  protected learnt(_: number): void {}

  protected join(into: Vector, from: Vector): void {
    if (joinInto(into, from)) this.counts.joins++;
    else this.counts.comparisons++;
  }

  protected copy(into: Vector, from: Vector): void {
    this.counts.copies++;
    copyInto(into, from);
  }

  private releaseLock(t: number, lock: number): void {
    this.release(t, lock);
    this.tick(t);
    // The releaser had learnt all that the readers released when it acquired.
    if (this.readers.size > 0) this.readers.delete(lock);
  }

  private tick(t: number): void {
    this.threads[t]![t]!++;
  }

  private learnFromReaders(t: number, lock: number): void {
    const readers = this.readers.get(lock);
    if (readers === undefined) return;
    this.join(this.threads[t]!, readers);
    this.learnt(t);
  }

  private gather(into: Map<number, Vector>, key: number, t: number): void {
    const gathered = into.get(key) ?? new Uint32Array(this.width);
    into.set(key, gathered);
    this.join(gathered, this.threads[t]!);
    this.tick(t);
  }

  private enter(t: number, barrier: number): void {
    const round = this.rounds.enter(barrier, t);
    round.gathered = this.wide(round.gathered);
    this.join(round.gathered, this.threads[t]!);
    this.tick(t);
  }

  private exit(t: number, barrier: number): void {
    const round = this.rounds.exit(barrier, t);
    if (round === undefined) return;
    this.join(this.threads[t]!, this.wide(round.gathered));
    this.learnt(t);
  }

  private wide(vector: Vector): Vector {
    return vector.length === this.width ? vector : grown(vector, this.width);
  }
}
