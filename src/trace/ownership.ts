// Who holds which lock and what each thread may do next: the state behind well-formedness, in columns, about 12 bytes per
// thread and per lock. It decides and records one event at a time; WellFormed drives it and repairs what it refuses.

import type { ErrorCode } from '../base/error.ts';
import { grown } from '../base/grown.ts';
import { HeldLocks } from './held-locks.ts';
import { LockReaders } from './lock-readers.ts';
import { Op } from './operation.ts';
import type { Bounds } from './symbols.ts';

/** What a thread may do next. */
export const Life = {
  /** It did nothing and nobody forked it. */
  fresh: 0,
  /** Anything. */
  live: 1,
  /** Only to take back the lock that it waits on. */
  waiting: 2,
  /** Only to leave the barrier that it arrived at. */
  atBarrier: 3,
  /** Nothing. */
  joined: 4,
} as const;

/** `holder` of a lock that nobody holds. Otherwise it is the exclusive holder + 1, or READERS. */
export const FREE = 0;
/** `holder` of a lock that one or more threads hold as readers and nobody exclusively. */
export const READERS = 0xffff_ffff;

/** Operations that only ask for a thread that may act: a bit per operation code. */
export const WITHOUT_RULES =
  (1 << Op.read) |
  (1 << Op.write) |
  (1 << Op.volatileRead) |
  (1 << Op.volatileWrite) |
  (1 << Op.relaxedRead) |
  (1 << Op.relaxedWrite) |
  (1 << Op.notify) |
  (1 << Op.alloc) |
  (1 << Op.begin) |
  (1 << Op.end) |
  (1 << Op.request) |
  (1 << Op.requestJoin) |
  (1 << Op.try) |
  (1 << Op.stuck);

export class Ownership {
  /** Per thread: a `Life`. */
  life = new Uint8Array(0);
  /** Per thread: the lock that it waits on or the barrier that it stands at. Only meaningful in those lives. */
  awaited = new Uint32Array(0);
  /** Per thread: how often it held the lock that it waits on. */
  awaitedDepth = new Uint32Array(0);
  /** Per thread: position of the event that began its present life, for messages. */
  lifeSince = new Uint32Array(0);

  /** Per lock: FREE, READERS or the exclusive holder + 1. */
  holder = new Uint32Array(0);
  /** Per lock: how often its exclusive holder took it; 0 if there is none. */
  depth = new Uint32Array(0);
  /** Per lock: position of the outermost acquire, for messages. */
  heldSince = new Uint32Array(0);

  readonly readers = new LockReaders();
  /** Only for those who must be able to release all that a thread holds. */
  readonly held: HeldLocks | undefined;

  constructor(listHeld: boolean) {
    this.held = listHeld ? new HeldLocks() : undefined;
  }

  /** Makes room for all ids below the bounds; called once per block. */
  grow(bounds: Bounds): void {
    if (bounds.threads > this.life.length) {
      const room = Math.max(bounds.threads, 2 * this.life.length, 64);
      this.life = grown(this.life, room);
      this.awaited = grown(this.awaited, room);
      this.awaitedDepth = grown(this.awaitedDepth, room);
      this.lifeSince = grown(this.lifeSince, room);
    }
    if (bounds.locks > this.holder.length) {
      const room = Math.max(bounds.locks, 2 * this.holder.length, 64);
      this.holder = grown(this.holder, room);
      this.depth = grown(this.depth, room);
      this.heldSince = grown(this.heldSince, room);
    }
    this.held?.grow(bounds);
  }

  /** Why the event may not come next, or undefined if it may. */
  refusal(op: number, thread: number, target: number): ErrorCode | undefined {
    const life = this.life[thread]!;
    if (life === Life.joined) return 'TRACE_AFTER_JOIN';
    // It is said of a wait, and does not end it.
    if (op === Op.stuck) return undefined;
    if (life === Life.waiting) {
      if (op !== Op.acquire || target !== this.awaited[thread]) return 'TRACE_BAD_WAIT';
    } else if (life === Life.atBarrier) {
      return op === Op.barrierExit && target === this.awaited[thread] ? undefined : 'TRACE_BAD_BARRIER';
    }
    switch (op) {
      case Op.acquire:
        return this.mayAcquire(thread, target) ? undefined : 'TRACE_LOCK_HELD';
      case Op.acquireShared:
        return this.mayRead(thread, target) ? undefined : 'TRACE_LOCK_HELD';
      case Op.release:
        return this.holder[target] === thread + 1 ? undefined : 'TRACE_UNMATCHED_RELEASE';
      case Op.releaseShared:
        return this.readers.depth(target, thread) > 0 ? undefined : 'TRACE_UNMATCHED_RELEASE';
      case Op.wait:
        return this.holder[target] === thread + 1 ? undefined : 'TRACE_BAD_WAIT';
      case Op.fork:
        return target !== thread && this.life[target] === Life.fresh ? undefined : 'TRACE_BAD_FORK';
      case Op.join:
        return target !== thread ? undefined : 'TRACE_BAD_JOIN';
      case Op.barrierExit:
        return 'TRACE_BAD_BARRIER';
      default:
        return undefined;
    }
  }

  /** Records an event that was not refused. */
  record(op: number, thread: number, target: number, position: number): void {
    const life = this.life[thread]!;
    if (op === Op.stuck && life !== Life.fresh) return;
    if (life !== Life.live) this.enter(thread, Life.live, position);
    switch (op) {
      case Op.acquire:
        if (this.holder[target] === thread + 1) this.depth[target]!++;
        else this.take(thread, target, life === Life.waiting ? this.awaitedDepth[thread]! : 1, position);
        return;
      case Op.release:
        if (this.depth[target]! > 1) this.depth[target]!--;
        else this.giveUp(thread, target);
        return;
      case Op.acquireShared:
        if (this.holder[target] === FREE) {
          this.holder[target] = READERS;
          this.heldSince[target] = position;
        }
        this.readers.acquire(target, thread);
        return;
      case Op.releaseShared:
        this.readers.release(target, thread);
        if (this.holder[target] === READERS && this.readers.count(target) === 0) this.holder[target] = FREE;
        return;
      case Op.wait:
        this.awaited[thread] = target;
        this.awaitedDepth[thread] = this.depth[target]!;
        this.giveUp(thread, target);
        this.enter(thread, Life.waiting, position);
        return;
      case Op.barrierEnter:
        this.awaited[thread] = target;
        this.enter(thread, Life.atBarrier, position);
        return;
      case Op.fork:
        this.enter(target, Life.live, position);
        return;
      case Op.join:
        if (this.life[target] !== Life.joined) this.enter(target, Life.joined, position);
        return;
    }
  }

  /** The holder of a lock that nobody holds exclusively any more. */
  holderWithoutWriter(lock: number): number {
    return this.readers.pairs > 0 && this.readers.count(lock) > 0 ? READERS : FREE;
  }

  /** Whether the thread holds a lock in any way. Needs `held`. */
  holdsAny(thread: number): boolean {
    return this.held!.top(thread) >= 0 || this.readers.reads(thread);
  }

  /**
   * The thread was joined with the lock in its hands. Others may not take it, as before, but there is nothing left to release:
   * the depth is 0.
   */
  orphan(lock: number, thread: number): void {
    this.depth[lock] = 0;
    this.held!.remove(thread, lock);
  }

  /** Forgets the orphaned holds of the lock. */
  disown(lock: number): void {
    const { readers } = this;
    for (const reader of readers.threads(lock)) if (readers.depth(lock, reader) === 0) readers.forget(lock, reader);
    if (this.depth[lock] === 0) this.holder[lock] = this.holderWithoutWriter(lock);
  }

  /** Locks that somebody holds now. */
  heldLocks(): number {
    let held = 0;
    for (const holder of this.holder) if (holder !== FREE) held++;
    return held;
  }

  private take(thread: number, lock: number, depth: number, position: number): void {
    this.holder[lock] = thread + 1;
    this.depth[lock] = depth;
    this.heldSince[lock] = position;
    this.held?.add(thread, lock);
  }

  private giveUp(thread: number, lock: number): void {
    this.depth[lock] = 0;
    this.holder[lock] = this.holderWithoutWriter(lock);
    this.held?.remove(thread, lock);
  }

  private mayAcquire(thread: number, lock: number): boolean {
    const holder = this.holder[lock]!;
    return holder === FREE || holder === thread + 1 || (holder === READERS && this.readers.onlyReader(lock, thread));
  }

  private mayRead(thread: number, lock: number): boolean {
    const holder = this.holder[lock]!;
    return holder === FREE || holder === READERS || holder === thread + 1;
  }

  private enter(thread: number, life: number, position: number): void {
    this.life[thread] = life;
    this.lifeSince[thread] = position;
  }
}
