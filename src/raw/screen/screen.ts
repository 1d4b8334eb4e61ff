// Whether the records of a run can have a race at all, in one pass. Two accesses cannot race, in this run or in any correct reordering of it, if
// one is ordered before the other by what every reordering keeps, or if both hold a lock. If that is so for all, no detector has
// anything to find, and nobody need look. Where it is not so, or where the records say something that is not understood here, the
// trace is made and decides: a doubt costs time, never a verdict.
//
// The work is done in WebAssembly (kernels/screen); here are the files, and what is rare.

import { Locksets } from '../../clocks/locksets.ts';
import { Op } from '../../trace/operation.ts';
import { Channels } from '../assemble/channels.ts';
import { LockCandidate, valueIn } from '../assemble/lock-lifting.ts';
import { RANKS, WORDS } from '../assemble/raw-record.ts';
import { Semaphores } from '../assemble/semaphores.ts';
import { ORDER_BITS, Raw } from '../format.ts';
import { newKernel, type ScreenKernel } from './kernel.ts';

/** What the kernel asks of locksets: its own numbers. */
const WITH = 1;
const WITHOUT = 2;

/** What the kernel says of an atomic that may be a lock. */
const REJECTED = 1;
const IS_LOCK = 2;
const IS_HELD = 3;

/** What became of synchronisation: it cannot have been, it was handled, its time has not come. */
const NO = 0;
const YES = 1;
const LATER = 2;

/** Addresses of rows in the memory of the kernel. */
type Row = number;

interface Round {
  readonly arrived: Row;
  isOpen: boolean;
}

export class Screen {
  readonly kernel: ScreenKernel;
  private readonly locksets = new Locksets();
  private readonly candidates: LockCandidate[] = [];
  private readonly channels: Channels;
  private readonly semaphores: Semaphores;
  private readonly carried: Row[] = [];
  private carriers = 0;
  /** Barrier → its latest round; per thread: the round that it is in. */
  private readonly rounds = new Map<number, Round>();
  private readonly inside: (Round | undefined)[] = [];
  /** Number of a thread, as the program's runtime gave it → what its fork knew, and its log. */
  private readonly forks = new Map<number, Row>();
  private readonly logs = new Map<number, number>();
  private readonly forked = new Set<number>();
  /** Threads that had no log when somebody waited for their end. */
  private readonly joined = new Set<number>();
  /** Logs. */
  private readonly begun = new Set<number>();
  private readonly numbers: number[] = [];
  private readonly isWaiting: (log: number) => boolean;

  /** There is room for so many logs. `isWaiting`: whether a log may go on, and has nothing to go on with. */
  constructor(capacity: number, isWaiting: (log: number) => boolean) {
    this.isWaiting = isWaiting;
    this.kernel = newKernel({
      lockset: (what, a, b) => this.lockset(what, a, b),
      lockLike: (number, kind, thread, record) => this.lockLike(number, kind, thread, record),
      sync: (kind, thread, what, extra) =>
        kind === Raw.join ? this.join(what, thread) : this.synchronise(kind, thread, what, extra) ? YES : NO,
    });
    this.kernel.prepare(capacity);
    new Uint8Array(this.kernel.memory.buffer).set(RANKS, this.kernel.rankTable());
    const carriers = { add: (op: Op, thread: number, carrier: number) => this.carry(op, thread, carrier) };
    this.channels = new Channels(carriers, () => this.carriers++);
    this.semaphores = new Semaphores(carriers, () => this.carriers++);
  }

  /** The log of the thread that the program's runtime gave this number; the log's own number. */
  add(number: number): number {
    const log = this.numbers.push(number) - 1;
    this.logs.set(number, log);
    this.kernel.addLog(log, number);
    if (this.joined.has(number)) this.kernel.setJoined(log);
    return log;
  }

  private lockset(what: number, a: number, b: number): number {
    const { locksets } = this;
    // One who holds a lock shared may take it for himself.
    if (what === WITH) return locksets.has(a, b) ? a : locksets.add(a, b);
    return what === WITHOUT ? locksets.remove(a, b) : locksets.intersection(a, b);
  }

  private lockLike(number: number, kind: number, thread: number, record: number): number {
    if (kind === 0) {
      this.candidates[number] = new LockCandidate();
      return 0;
    }
    const candidate = this.candidates[number]!;
    const words = new Uint32Array(this.kernel.memory.buffer, record, 2 * WORDS);
    const bytes = words[1]! >>> 24 || 1;
    const order = (words[3]! >>> 16) & ORDER_BITS;
    const after = valueIn(words[WORDS + 2]!, words[WORDS + 3]!, bytes);
    if (kind === Raw.atomicStore) candidate.store(thread, after, order);
    else candidate.update(thread, valueIn(words[WORDS]!, words[WORDS + 1]!, bytes), after, order);
    if (candidate.isRejected) return REJECTED;
    return candidate.isLock ? (candidate.isHeld ? IS_HELD : IS_LOCK) : 0;
  }

  /** False if a trace would have to mend it: what it mends, and how, is not known here. */
  private synchronise(kind: number, thread: number, what: number, extra: number): boolean {
    switch (kind) {
      case Raw.fork:
        return this.fork(what, thread);
      case Raw.begin:
        return this.begin(thread);
      case Raw.barrierEnter:
        return this.enter(what, thread);
      case Raw.barrierExit:
        return this.exit(thread);
      case Raw.send:
        this.channels.send(what, thread, 0);
        return true;
      case Raw.receive:
        this.channels.receive(what, thread, 0);
        return true;
      case Raw.semaphoreInit:
        this.semaphores.initialise(what, extra);
        return true;
      case Raw.semaphorePost:
        this.semaphores.post(what, thread, 0);
        return true;
      case Raw.semaphoreTake:
        this.semaphores.take(what, thread, 0);
        return true;
      // What everybody did is ordered before a `receiveAll`; to leave that out orders less.
      default:
        return true;
    }
  }

  /** Before the thread begins, and once. */
  private fork(number: number, thread: number): boolean {
    const log = this.logs.get(number);
    if (this.forked.has(number) || (log !== undefined && this.begun.has(log))) return false;
    this.forked.add(number);
    this.forks.set(number, this.given(thread));
    return true;
  }

  private begin(thread: number): boolean {
    if (this.begun.has(thread)) return false;
    this.begun.add(thread);
    const number = this.numbers[thread]!;
    this.takeLast(this.forks.get(number), thread);
    this.forks.delete(number);
    return true;
  }

  /** After all that the thread did. It may have done more than is there yet. */
  private join(number: number, thread: number): number {
    const log = this.logs.get(number);
    if (log === undefined) {
      this.joined.add(number);
      return YES;
    }
    if (!this.kernel.isOver(log)) return this.isWaiting(log) ? LATER : NO;
    this.kernel.setJoined(log);
    this.takeLast(this.given(log), thread);
    return YES;
  }

  /** A round takes arrivals until somebody leaves it; whoever leaves is ordered after all of them. */
  private enter(barrier: number, thread: number): boolean {
    if (this.inside[thread] !== undefined) return false;
    let round = this.rounds.get(barrier);
    if (round?.isOpen !== true) {
      round = { arrived: this.kernel.row(), isOpen: true };
      this.rounds.set(barrier, round);
    }
    this.kernel.giveRow(round.arrived, thread);
    this.inside[thread] = round;
    return true;
  }

  private exit(thread: number): boolean {
    const round = this.inside[thread];
    if (round === undefined) return false;
    round.isOpen = false;
    this.inside[thread] = undefined;
    this.take(round.arrived, thread);
    return true;
  }

  private carry(op: Op, thread: number, carrier: number): void {
    if (op === Op.volatileWrite) this.kernel.giveRow(this.emptied(carrier), thread);
    else this.take(this.carried[carrier], thread);
  }

  /** What a carrier carries is replaced by what it carries next. */
  private emptied(carrier: number): Row {
    this.carried[carrier] ??= this.kernel.row();
    this.kernel.clearRow(this.carried[carrier]!);
    return this.carried[carrier]!;
  }

  private given(thread: number): Row {
    const row = this.kernel.row();
    this.kernel.giveRow(row, thread);
    return row;
  }

  /** Takes a row that nobody else will take. */
  private takeLast(row: Row | undefined, thread: number): void {
    this.take(row, thread);
    if (row !== undefined) this.kernel.freeRow(row);
  }

  private take(row: Row | undefined, thread: number): void {
    if (row !== undefined) this.kernel.takeRow(row, thread);
  }
}
