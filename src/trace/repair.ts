// Makes a broken trace well-formed, event by event: what cannot stand is dropped, what is missing is inserted, all is counted.
//
// | broken event                                            | repair                                                        |
// |---------------------------------------------------------|---------------------------------------------------------------|
// | release of a lock that the thread does not hold         | dropped                                                       |
// | acquire of a lock that others hold                      | first the releases that the others lack are inserted          |
// | … one of whom waits on another lock or is at a barrier  | dropped, because that holder cannot act                       |
// | any event after the thread was joined                   | dropped                                                       |
// | fork of the thread itself, of one that already ran      | dropped                                                       |
// | join of the thread itself                               | dropped                                                       |
// | wait on a lock that the thread does not hold            | dropped                                                       |
// | another event where a wait must end                     | first the acquire that ends the wait is inserted              |
// | … on a lock whose holder cannot act                     | dropped                                                       |
// | barrier-exit without barrier-enter                      | dropped                                                       |
// | another event where a barrier must be left              | first the barrier-exit is inserted                            |
// | join of a thread that still holds locks (no problem)    | first the releases that it lacks are inserted, in case that   |
// |                                                         | others take these locks later, which then is a problem        |

import type { ErrorCode } from '../base/error.ts';
import type { BlockBuilder } from './builder.ts';
import { NO_LOCATION } from './id.ts';
import { Op } from './operation.ts';
import { FREE, Life, type Ownership, READERS } from './ownership.ts';

export class Repair {
  /** Events that were left out. */
  dropped = 0;
  /** Events that were added. */
  inserted = 0;
  private readonly ownership: Ownership;
  private readonly out: BlockBuilder;
  /** Position in the incoming trace of the event at hand. */
  private position = 0;

  constructor(ownership: Ownership, out: BlockBuilder) {
    this.ownership = ownership;
    this.out = out;
  }

  /** Puts the event out, after what it lacked, or drops it. Every refusal is told to `report` before it is repaired. */
  event(op: Op, thread: number, target: number, location: number, position: number, report: (code: ErrorCode) => void): void {
    const { ownership } = this;
    this.position = position;
    for (let code = ownership.refusal(op, thread, target); code !== undefined; code = ownership.refusal(op, thread, target)) {
      report(code);
      if (!this.prepare(code, op, thread, target)) {
        this.dropped++;
        return;
      }
    }
    if (op === Op.join && ownership.holdsAny(target) && this.settle(target)) this.orphanAll(target);
    ownership.record(op, thread, target, position);
    this.out.add(op, thread, target, location);
  }

  /** Inserts what the event lacks; false if that is not possible. */
  private prepare(code: ErrorCode, op: Op, thread: number, target: number): boolean {
    const life = this.ownership.life[thread];
    if (code === 'TRACE_LOCK_HELD') return this.vacate(target, thread, op === Op.acquireShared);
    if (code === 'TRACE_BAD_WAIT' && life === Life.waiting) return this.settle(thread);
    if (code === 'TRACE_BAD_BARRIER' && life === Life.atBarrier) return this.settle(thread);
    return false;
  }

  /** Ends the wait or the stay at a barrier, so that the thread can act; false if its lock cannot be had. */
  private settle(thread: number): boolean {
    const { ownership } = this;
    const life = ownership.life[thread];
    const awaited = ownership.awaited[thread]!;
    if (life === Life.atBarrier) {
      this.insert(Op.barrierExit, thread, awaited);
    } else if (life === Life.waiting) {
      if (ownership.refusal(Op.acquire, thread, awaited) !== undefined && !this.vacate(awaited, thread, false)) return false;
      this.insert(Op.acquire, thread, awaited);
    }
    return ownership.life[thread] === Life.live;
  }

  /** Takes the lock from all others; readers may stay if the thread only wants to read. False if one of them cannot act. */
  private vacate(lock: number, thread: number, reading: boolean): boolean {
    const { ownership } = this;
    const { life, readers } = ownership;
    ownership.disown(lock);
    const holder = ownership.holder[lock]!;
    const exclusive = holder !== FREE && holder !== READERS && holder !== thread + 1 ? holder - 1 : -1;
    if (exclusive >= 0 && life[exclusive] !== Life.live) return false;
    const others = reading ? [] : readers.threads(lock).filter((reader) => reader !== thread);
    if (others.some((reader) => life[reader] !== Life.live)) return false;
    if (exclusive >= 0) this.releaseFully(exclusive, lock);
    for (const reader of others) this.releaseShares(reader, lock);
    return true;
  }

  /**
   * Puts out the releases of all that a live thread holds, the innermost first. It is about to be joined, and could not do it
   * later; but that others may not take these locks before somebody is told stays as it is.
   */
  private orphanAll(thread: number): void {
    const { depth, readers, held } = this.ownership;
    for (let lock = held!.top(thread); lock >= 0; lock = held!.top(thread)) {
      this.putOut(Op.release, thread, lock, depth[lock]!);
      this.ownership.orphan(lock, thread);
    }
    for (const lock of readers.locks(thread).reverse()) {
      this.putOut(Op.releaseShared, thread, lock, readers.depth(lock, thread));
      readers.orphan(lock, thread);
    }
  }

  private releaseFully(thread: number, lock: number): void {
    for (let depth = this.ownership.depth[lock]!; depth > 0; depth--) this.insert(Op.release, thread, lock);
  }

  private releaseShares(thread: number, lock: number): void {
    for (let depth = this.ownership.readers.depth(lock, thread); depth > 0; depth--) this.insert(Op.releaseShared, thread, lock);
  }

  private insert(op: Op, thread: number, target: number): void {
    this.ownership.record(op, thread, target, this.position);
    this.putOut(op, thread, target, 1);
  }

  private putOut(op: Op, thread: number, target: number, times: number): void {
    for (let n = 0; n < times; n++) this.out.add(op, thread, target, NO_LOCATION);
    this.inserted += times;
  }
}
