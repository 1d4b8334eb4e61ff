// Whether the records of a run can have a race at all, in one pass. Two accesses cannot race, in this run or in any correct reordering of it, if
// one is ordered before the other by what every reordering keeps, or if both hold a lock. If that is so for all, no detector has
// anything to find, and nobody need look. Where it is not so, or where the records say something that is not understood here, the
// trace is made and decides: a doubt costs time, never a verdict.
//
// The work is done in WebAssembly (kernels/screen); here is what is rare. A screen that watches goes on in spite of what cannot have been, and then
// orders rather too much than too little.

import { Locksets } from '../../clocks/locksets.ts';
import { Op } from '../../trace/operation.ts';
import { RANKS } from '../assemble/raw-record.ts';
import { Semaphores } from '../assemble/semaphores.ts';
import { ONCE, Raw } from '../format.ts';
import { newKernel, type ScreenKernel, type Watcher } from './kernel.ts';
import { LockCandidates } from './lock-candidates.ts';
import { inheritObjects, inheritThread } from './succession.ts';

/** What the kernel asks of locksets: its own numbers. */
const WITH = 1;
const WITHOUT = 2;

/** What became of synchronisation: it cannot have been, it was handled, its time has not come. */
const NO = 0;
const YES = 1;
const LATER = 2;

/** Why a record is passed over, as kernels/screen/watch.ts numbers it. */
const THREADS = 2;
const BARRIERS = 5;

/** Addresses of rows in the memory of the kernel. */
type Row = number;

interface Round {
  arrived: Row;
  /** Threads in it. */
  count: number;
  isOpen: boolean;
}

export class Screen {
  kernel: ScreenKernel;
  private readonly watcher: Watcher | undefined;
  private locksets = new Locksets();
  private candidates = new LockCandidates();
  /** Channel → what its senders knew. Senders take nothing from it, so they do not order each other. */
  private readonly channels = new Map<number, Row>();
  private readonly semaphores: Semaphores;
  private carried: Row[] = [];
  private carriers = 0;
  /** Barrier → its latest round; thread → the round that it is in. Threads are known by the numbers that the program's runtime gave them. */
  private readonly rounds = new Map<number, Round>();
  private readonly inside = new Map<number, Round>();
  /** Thread → what its fork knew, and its log. */
  private readonly forks = new Map<number, Row>();
  private readonly logs = new Map<number, number>();
  private readonly forked = new Set<number>();
  private readonly begun = new Set<number>();
  /** Threads that had no log when somebody waited for their end. */
  private readonly joined = new Set<number>();
  /** Pairs of threads of which the first counts as after all that the second does. */
  private readonly after: [thread: number, other: number][] = [];
  /** Per log: its thread. */
  private numbers: number[] = [];
  private readonly isWaiting: (log: number) => boolean;
  private readonly isThorough: boolean;

  /** There is room for so many logs. `isWaiting`: whether a log may go on, and has nothing to go on with. */
  constructor(capacity: number, isWaiting: (log: number) => boolean, watcher?: Watcher, isThorough: boolean = false) {
    this.isWaiting = isWaiting;
    this.watcher = watcher;
    this.isThorough = isThorough;
    this.kernel = this.newKernel(capacity);
    this.semaphores = new Semaphores(this.carrying, () => this.carriers++);
  }

  /** The log of the thread that the program's runtime gave this number; the log's own number. */
  add(number: number): number {
    const log = this.numbers.push(number) - 1;
    this.logs.set(number, log);
    this.kernel.addLog(log, number);
    if (this.joined.has(number)) this.kernel.setJoined(log);
    return log;
  }

  /** The number of the thread of a log. */
  threadOf(log: number): number {
    return this.numbers[log]!;
  }

  /** Goes on with a new kernel, for the threads of these logs: it knows what is in use and who holds what, and nothing of what was done. */
  renew(capacity: number, logs: readonly number[]): void {
    const { kernel: old, numbers } = this;
    this.kernel = this.newKernel(capacity);
    this.locksets = new Locksets();
    this.candidates = new LockCandidates();
    this.channels.clear();
    this.carried = [];
    this.forks.clear();
    this.logs.clear();
    this.numbers = [];
    inheritObjects(old, this.kernel);
    for (const round of new Set(this.inside.values())) round.arrived = this.kernel.row();
    for (const log of logs) inheritThread(old, log, this.kernel, this.add(numbers[log]!));
    for (const [thread, other] of this.after) this.setAfter(thread, other);
  }

  private newKernel(capacity: number): ScreenKernel {
    const host = {
      lockset: (what: number, a: number, b: number) => this.lockset(what, a, b),
      lockLike: (number: number, kind: number, log: number, record: number) => this.lockLike(number, kind, log, record),
      sync: (kind: number, log: number, what: number, extra: number) => this.synchronise(kind, log, what, extra),
    };
    const kernel = newKernel(host, this.watcher, this.isThorough);
    kernel.prepare(capacity);
    new Uint8Array(kernel.memory.buffer).set(RANKS, kernel.rankTable());
    return kernel;
  }

  private lockset(what: number, a: number, b: number): number {
    const { locksets } = this;
    // One who holds a lock shared may take it for himself.
    if (what === WITH) return locksets.has(a, b) ? a : locksets.add(a, b);
    return what === WITHOUT ? locksets.remove(a, b) : locksets.intersection(a, b);
  }

  private lockLike(number: number, kind: number, thread: number, record: number): number {
    if (kind !== 0) return this.candidates.change(number, kind, thread, this.kernel.memory, record);
    this.candidates.begin(number);
    return 0;
  }

  /**
   * Whether threads might wait for each other's locks: somebody took them in an order, and somebody in the opposite one. An atomic that is a lock
   * is a doubt in any case: who takes it relies on who freed it.
   */
  mayDeadlock(): boolean {
    return this.locksets.hasCycle();
  }

  private synchronise(kind: number, log: number, what: number, extra: number): number {
    const thread = this.numbers[log]!;
    switch (kind) {
      case Raw.fork:
        return this.fork(what, log);
      case Raw.begin:
        return this.begin(thread, log);
      case Raw.join:
        return this.join(what, log);
      case Raw.barrierEnter:
        return this.enter(what, log);
      case Raw.barrierExit:
        return this.exit(thread, log);
      case Raw.send:
        this.send(what, log);
        return YES;
      case Raw.receive:
        this.take(this.channels.get(what), log);
        if (extra === ONCE) this.drop(what);
        return YES;
      case Raw.semaphoreInit:
        this.semaphores.initialise(what, extra);
        return YES;
      case Raw.semaphorePost:
        this.semaphores.post(what, thread, 0);
        return YES;
      case Raw.semaphoreTake:
        this.semaphores.take(what, thread, 0);
        return YES;
      case Raw.receiveAll:
        // What everybody did is ordered before it; to leave that out of what reorderings keep orders less.
        for (const other of this.numbers) this.setAfter(thread, other);
        return YES;
      default:
        return YES;
    }
  }

  /** What a trace would have to mend: what it mends, and how, is not known here. */
  private impossible(reason: number): number {
    this.watcher?.confused(reason);
    return this.watcher === undefined ? NO : YES;
  }

  /** Before the thread begins, and once. */
  private fork(number: number, log: number): number {
    const isFirst = !this.forked.has(number) && !this.begun.has(number);
    this.forked.add(number);
    const row = this.given(log);
    if (isFirst) this.forks.set(number, row);
    else this.takeLast(row, this.logs.get(number));
    return isFirst ? YES : this.impossible(THREADS);
  }

  private begin(thread: number, log: number): number {
    if (this.begun.has(thread)) return this.impossible(THREADS);
    this.begun.add(thread);
    this.takeLast(this.forks.get(thread), log);
    this.forks.delete(thread);
    return YES;
  }

  /** After all that the thread did. It may have done more than is there yet. */
  private join(number: number, log: number): number {
    const other = this.logs.get(number);
    if (other === undefined) {
      this.joined.add(number);
      return YES;
    }
    if (!this.kernel.isOver(other)) {
      if (this.isWaiting(other)) return LATER;
      this.setAfter(this.numbers[log]!, number);
      return this.impossible(THREADS);
    }
    this.kernel.setJoined(other);
    this.takeLast(this.given(other), log);
    return YES;
  }

  private setAfter(thread: number, other: number): void {
    const [log, before] = [this.logs.get(thread), this.logs.get(other)];
    if (this.watcher === undefined || log === undefined || before === undefined) return;
    this.kernel.takeAll(log, before);
    if (!this.after.some(([a, b]) => a === thread && b === other)) this.after.push([thread, other]);
  }

  /** A round takes arrivals until somebody leaves it; whoever leaves is ordered after all of them. */
  private enter(barrier: number, log: number): number {
    const thread = this.numbers[log]!;
    const isInside = this.inside.has(thread);
    let round = this.rounds.get(barrier);
    if (round?.isOpen !== true) {
      round = { arrived: this.kernel.row(), count: 0, isOpen: true };
      this.rounds.set(barrier, round);
    }
    this.kernel.giveRow(round.arrived, log);
    if (isInside) return this.impossible(BARRIERS);
    round.count++;
    this.inside.set(thread, round);
    return YES;
  }

  private exit(thread: number, log: number): number {
    const round = this.inside.get(thread);
    if (round === undefined) return this.impossible(BARRIERS);
    round.isOpen = false;
    this.inside.delete(thread);
    this.take(round.arrived, log);
    if (--round.count === 0) this.kernel.freeRow(round.arrived);
    return YES;
  }

  private send(channel: number, log: number): void {
    let row = this.channels.get(channel);
    if (row === undefined) {
      row = this.kernel.row();
      this.channels.set(channel, row);
    }
    this.kernel.giveRow(row, log);
  }

  /** Nobody else asks for it: a server sends as many messages as it has requests. */
  private drop(channel: number): void {
    const row = this.channels.get(channel);
    if (row !== undefined) this.kernel.freeRow(row);
    this.channels.delete(channel);
  }

  /** What semaphores do: a volatile write or read of a carrier. */
  private readonly carrying = {
    add: (op: Op, thread: number, carrier: number): void => {
      const log = this.logs.get(thread)!;
      if (op === Op.volatileWrite) this.kernel.giveRow(this.emptied(carrier), log);
      else this.take(this.carried[carrier], log);
    },
  };

  /** What a carrier carries is replaced by what it carries next. */
  private emptied(carrier: number): Row {
    this.carried[carrier] ??= this.kernel.row();
    this.kernel.clearRow(this.carried[carrier]!);
    return this.carried[carrier]!;
  }

  private given(log: number): Row {
    const row = this.kernel.row();
    this.kernel.giveRow(row, log);
    return row;
  }

  /** Takes a row that nobody else will take. */
  private takeLast(row: Row | undefined, log: number | undefined): void {
    this.take(row, log);
    if (row !== undefined) this.kernel.freeRow(row);
  }

  private take(row: Row | undefined, log: number | undefined): void {
    if (row !== undefined && log !== undefined) this.kernel.takeRow(row, log);
  }
}
