// The second pass: turns records into events, on the cells and objects that the first pass found. Memory that only one thread touched,
// or that nobody wrote, is passed over and counted.

import { Op } from '../../trace/operation.ts';
import { MEANWHILE, OF_FUNCTION, ONCE, ORDER_BITS, Raw, TRIES, UNLOADED, Wanted } from '../format.ts';
import { AtomicBlocks } from './atomic-blocks.ts';
import { AtomicEvents } from './atomic-events.ts';
import { CellVariables } from './cell-variables.ts';
import { CellFlag, type Cells, NO_CELL, SEVERAL } from './cells.ts';
import { Channels } from './channels.ts';
import { LiftedLocks } from './lifted-locks.ts';
import { Locks } from './locks.ts';
import type { RecordSink } from './merge.ts';
import type { Names } from './names.ts';
import { Family, familyWanted, keyOf, type SyncObjects } from './objects.ts';
import { Accesses, isEndAlone, kindOf, lengthOf, wide, wordsOf } from './raw-record.ts';
import { type Request, tellRequests } from './requests.ts';
import type { Scan } from './scan.ts';
import { Semaphores } from './semaphores.ts';
import { StolenLocks } from './stolen-locks.ts';
import { StoreRow } from './store-row.ts';
import { RangeBound } from './told-memory.ts';
import type { TraceOutput } from './trace-output.ts';

/** What the second pass left out. */
export interface Dropped {
  /** Accesses of memory that one thread alone touched. */
  local: number;
  /** Accesses of memory that nobody wrote. */
  unwritten: number;
  /** Accesses of memory whose races the program calls benign. */
  benign: number;
  /** Accesses that were told as repetitions, and atomic loads that saw nothing new. */
  repeated: number;
}

export class Emission implements RecordSink {
  readonly dropped: Dropped = { local: 0, unwritten: 0, benign: 0, repeated: 0 };
  readonly lifted: LiftedLocks;
  private readonly names: Names;
  private readonly output: TraceOutput;
  private readonly cells: Cells;
  private readonly objects: SyncObjects;
  private readonly atomics: AtomicEvents;
  readonly locks: Locks;
  private readonly channels: Channels;
  private readonly stolen: StolenLocks;
  readonly semaphores: Semaphores;
  private readonly bound: RangeBound;
  private readonly accesses = new Accesses();
  private readonly row = new StoreRow();
  /** Per log: its thread in the trace. */
  private readonly threads: number[];
  /** Threads in the trace that have begun and were not joined: all that they did can still be waited for. */
  private readonly unjoined = new Set<number>();
  private readonly variables: CellVariables;
  readonly blocks: AtomicBlocks;
  /** Per log that has ended with one. */
  private readonly requests = new Map<number, Request>();
  /** Allocations and frees so far. */
  private now = 0;

  constructor(
    { threads, told }: Scan,
    found: { readonly cells: Cells; readonly objects: SyncObjects },
    names: Names,
    output: TraceOutput,
    atomic: readonly string[] = [],
  ) {
    this.names = names;
    this.output = output;
    this.bound = new RangeBound(told);
    this.cells = found.cells;
    this.objects = found.objects;
    this.threads = threads.map(({ number }) => names.thread(number));
    this.atomics = new AtomicEvents(output, threads);
    this.variables = new CellVariables(found.cells, names, output, this.atomics, this.threads);
    const lock = (period: number) => names.lock(this.objectAddress(period), this.objects.ended[period]!.block);
    const carrier = (period: number) => names.carrier(this.objectAddress(period), this.objects.ended[period]!.block);
    this.locks = new Locks(output, lock);
    this.lifted = new LiftedLocks(output, this.threads, lock, (site, log) => names.sleeps(site, log));
    this.channels = new Channels(output, carrier);
    this.stolen = new StolenLocks(output, carrier);
    this.semaphores = new Semaphores(output, carrier);
    this.blocks = new AtomicBlocks(names, output, this.threads, threads, atomic);
  }

  records(log: number, words: Uint32Array, from: number, to: number): void {
    const { cells, accesses } = this;
    // Only a damaged log goes on.
    if (this.requests.size > 0 && !isEndAlone(words, from, to)) this.requests.delete(log);
    let next = 0;
    for (let at = from; at < to; at = next) {
      const word1 = words[at + 1]!;
      const kind = kindOf(word1);
      next = at + wordsOf(kind, words[at + 3]!);
      switch (kind) {
        case Raw.stamp:
        case Raw.call:
          break;
        case Raw.place:
          this.names.defines(log);
          break;
        case Raw.visit:
          this.blocks.visit(log, words[at]!);
          break;
        case Raw.read:
        case Raw.write:
          accesses.start(words, at);
          do this.access(log, words, at, kind);
          while (accesses.next());
          break;
        case Raw.readRange:
        case Raw.writeRange:
          this.range(log, words, at);
          break;
        case Raw.atomicLoad:
        case Raw.atomicStore:
        case Raw.atomicUpdate:
          this.atomic(log, words, at);
          break;
        case Raw.atomicStores:
          this.stores(log, words, at);
          break;
        case Raw.allocate:
        case Raw.free:
          this.now++;
          cells.pass(this.now);
          if (kind === Raw.free && words[at + 3]! >>> 16 === UNLOADED) this.names.unloaded();
          break;
        case Raw.benign:
          break;
        case Raw.request:
          if (next === to || isEndAlone(words, next, to)) this.request(log, words, at);
          break;
        case Raw.repeat:
          this.dropped.repeated += wide(words[at]!, word1);
          break;
        default:
          this.synchronise(log, kind, words, at);
      }
    }
  }

  end(): void {
    this.dropped.repeated += this.atomics.repeated;
    tellRequests([...this.requests.values()], this, this.output);
  }

  private request(log: number, words: Uint32Array, at: number): void {
    const extra = words[at + 3]! >>> 16;
    const family = familyWanted(extra);
    const address = wide(words[at]!, words[at + 1]!);
    const target = family === undefined ? this.names.thread(words[at]!) : this.period(address, family);
    const period = (extra & 0xff) === Wanted.word ? this.objects.liftedAt(address, this.now) : -1;
    const lifted = period < 0 ? undefined : this.lifted.lock(period);
    this.requests.set(log, { thread: this.threads[log]!, extra, target, lifted, location: this.location(log, words, at) });
  }

  /** The access at hand of a record. Most are within a granule of a page that has no cell, most others of one cell. */
  private access(log: number, words: Uint32Array, at: number, kind: number): void {
    const { cells } = this;
    const { high, low, bytes } = this.accesses;
    if ((low & 7) + bytes <= 8 && !cells.mayBegin(high, low)) {
      this.dropped.local++;
      return;
    }
    const op = kind === Raw.write ? Op.write : Op.read;
    const noted = cells.noted(high, low, bytes);
    if (noted >= 0) {
      this.output.add(op, this.threads[log]!, noted, this.location(log, words, at));
      return;
    }
    const cell = cells.only(high, low, bytes, this.now);
    if (cell === NO_CELL) this.dropped.local++;
    else if (cell !== SEVERAL && cells.flags[cell] === CellFlag.plain) {
      // One cell that is nothing special.
      const thread = this.threads[log]!;
      const variable = this.variables.of(cell, thread, this.now);
      this.output.add(op, thread, variable, this.location(log, words, at));
      cells.note(cell, high, low, bytes, variable);
    } else this.plain(log, words, at, wide(low, high), bytes);
  }

  private range(log: number, words: Uint32Array, at: number): void {
    const address = wide(words[at]!, words[at + 1]!);
    this.plain(log, words, at, address, this.bound.length(address, lengthOf(words, at)));
  }

  private plain(log: number, words: Uint32Array, at: number, address: number, bytes: number): void {
    const { cells, output } = this;
    const kind = kindOf(words[at + 1]!);
    const op = kind === Raw.write || kind === Raw.writeRange ? Op.write : Op.read;
    const count = cells.find(address, bytes, this.now);
    if (count === 0) this.dropped.local++;
    const thread = this.threads[log]!;
    const location = count === 0 ? 0 : this.location(log, words, at);
    let unwritten = 0;
    for (let i = 0; i < count; i++) {
      const cell = cells.hits[i]!;
      const flags = cells.flags[cell]!;
      if ((flags & CellFlag.unwritten) !== 0) unwritten++;
      else if ((flags & CellFlag.benign) !== 0) this.dropped.benign++;
      else if ((flags & CellFlag.mixed) !== 0)
        for (const variable of this.variables.all(cell, thread, this.now)) output.add(op, thread, variable, location);
      else output.add(op, thread, this.variables.of(cell, thread, this.now), location);
    }
    if (count > 0 && unwritten === count) this.dropped.unwritten++;
  }

  private stores(log: number, words: Uint32Array, at: number): void {
    const { cells, row } = this;
    row.start(words, at);
    if (cells.find(row.from, row.bytes, this.now) === 0) this.dropped.local += row.count;
    else
      do this.atomic(log, row.words, 0);
      while (row.next());
  }

  private atomic(log: number, words: Uint32Array, at: number): void {
    const { cells, atomics } = this;
    const word1 = words[at + 1]!;
    const kind = kindOf(word1);
    const order = (words[at + 3]! >>> 16) & ORDER_BITS;
    const address = wide(words[at]!, word1);
    const bytes = word1 >>> 24 || 1;
    const thread = this.threads[log]!;
    const count = cells.find(address, bytes, this.now);
    if (count === 0) this.dropped.local++;
    const location = count === 0 ? 0 : this.location(log, words, at);
    for (let i = 0; i < count; i++) {
      const cell = cells.hits[i]!;
      const flags = cells.flags[cell]!;
      if ((flags & CellFlag.unwritten) !== 0) this.dropped.unwritten++;
      else if ((flags & CellFlag.mixed) !== 0) this.mixed(cell, kind, order, log, address, bytes, location);
      else if ((flags & CellFlag.lifted) !== 0) {
        const period = this.objects.period(address, bytes, this.now);
        const { object } = this.objects.ended[period]!;
        const variable = (flags & CellFlag.plain) === 0 ? -1 : this.variables.of(cell, thread, this.now);
        // Whoever has the lock next is ordered behind what gave it up, the write of its word, too.
        const isGiven = variable >= 0 && kind !== Raw.atomicLoad && this.lifted.isGivenUp(period, object, log, words, at);
        if (isGiven) atomics.unordered(kind, log, thread, variable, location);
        this.lifted.access(period, object, kind, log, words, at, location);
        if (variable >= 0 && !isGiven) atomics.unordered(kind, log, thread, variable, location);
      } else {
        const variable = this.variables.of(cell, thread, this.now);
        this.names.keep(variable);
        atomics.access(kind, order, log, thread, variable, location);
      }
    }
  }

  /**
   * An atomic is atomic only to those of the same range: to others it looks like a read, and reads do not race with each other. These
   * stand between what the atomic takes and what it gives, to be ordered as it is.
   */
  private mixed(cell: number, kind: number, order: number, log: number, address: number, bytes: number, location: number): void {
    const { atomics, output } = this;
    const thread = this.threads[log]!;
    const variables = this.variables.all(cell, thread, this.now);
    const own = this.cells.ranges.get(cell)!.findIndex((range) => range.address === address && range.bytes === bytes);
    this.names.keep(variables[own]!);
    if (kind !== Raw.atomicStore) atomics.take(kind, order, log, thread, variables[own]!, location);
    for (const [i, variable] of variables.entries()) if (i !== own) output.add(Op.read, thread, variable, location);
    if (kind !== Raw.atomicLoad) atomics.give(order, log, thread, variables[own]!, location);
  }

  private synchronise(log: number, kind: number, words: Uint32Array, at: number): void {
    const thread = this.threads[log]!;
    const address = wide(words[at]!, words[at + 1]!);
    switch (kind) {
      case Raw.acquire:
      case Raw.release:
      case Raw.acquireShared:
      case Raw.releaseShared:
      case Raw.wait:
      case Raw.notify:
        this.lock(log, kind, this.period(address, Family.lock), words, at);
        return;
      case Raw.steal:
        this.stolen.steal(this.period(address, Family.lock));
        return;
      case Raw.barrierEnter:
      case Raw.barrierExit:
        this.locks.event(kind, this.period(address, Family.barrier), thread, this.location(log, words, at));
        return;
      case Raw.fork:
      case Raw.join:
        if (kind === Raw.join) {
          this.unjoined.delete(this.names.thread(words[at]!));
          if (this.isWaiting(this.names.thread(words[at]!))) return;
        }
        this.output.add(
          kind === Raw.fork ? Op.fork : Op.join,
          thread,
          this.names.thread(words[at]!),
          this.location(log, words, at),
        );
        return;
      case Raw.send:
        this.channels.send(this.period(address, Family.channel), thread, this.location(log, words, at));
        return;
      case Raw.receive:
        this.channels.receive(this.period(address, Family.channel), thread, this.location(log, words, at));
        if (words[at + 3]! >>> 16 === ONCE) this.channels.drop(this.period(address, Family.channel));
        return;
      case Raw.receiveAll:
        this.receiveAll(this.period(address, Family.channel), thread, this.location(log, words, at));
        return;
      case Raw.begin:
        this.unjoined.add(thread);
        return;
      case Raw.enter:
        if (words[at + 3]! >>> 16 === OF_FUNCTION) this.blocks.visited++;
        this.blocks.enter(log, address, this.location(log, words, at));
        return;
      case Raw.leave:
        this.blocks.leave(log, this.location(log, words, at));
        return;
      case Raw.semaphoreInit:
        this.semaphores.initialise(this.period(address, Family.semaphore), words[at + 3]! >>> 16);
        return;
      case Raw.semaphorePost:
        this.semaphores.post(this.period(address, Family.semaphore), thread, this.location(log, words, at));
        return;
      case Raw.semaphoreTake:
        this.semaphores.take(this.period(address, Family.semaphore), thread, this.location(log, words, at));
        return;
      case Raw.fence:
        this.atomics.fence(log, (words[at + 3]! >>> 16) & ORDER_BITS);
        return;
    }
  }

  private lock(log: number, kind: number, period: number, words: Uint32Array, at: number): void {
    const thread = this.threads[log]!;
    const location = this.location(log, words, at);
    if (this.objects.ended[period]!.object.stolen) {
      this.stolen.event(kind, period, thread, location);
      return;
    }
    const extra = kind === Raw.acquire || kind === Raw.acquireShared ? words[at + 3]! >>> 16 : 0;
    const tries = (extra & TRIES) !== 0 || ((extra & MEANWHILE) !== 0 && this.lifted.isHolder(thread));
    this.locks.event(kind, period, thread, location, tries);
  }

  /** Whether the thread has come to its end without what it waited for. */
  private isWaiting(thread: number): boolean {
    for (const request of this.requests.values()) if (request.thread === thread) return true;
    return false;
  }

  /** All threads hand on what they have done. */
  private receiveAll(channel: number, thread: number, location: number): void {
    for (const other of this.unjoined) this.channels.send(channel, other, location);
    this.channels.receive(channel, thread, location);
  }

  private period(address: number, family: number): number {
    return this.objects.timeline.find(keyOf(address, family), this.now);
  }

  private objectAddress(period: number): number {
    return this.objects.ended[period]!.object.address;
  }

  /** Of an event that is told next. */
  private location(log: number, words: Uint32Array, at: number): number {
    const site = wide(words[at + 2]!, words[at + 3]!);
    const location = this.names.location(site, log);
    this.blocks.at(log, site, location);
    return location;
  }
}
