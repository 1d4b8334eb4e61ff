// The first pass: finds the cells of memory, which of them are shared, the periods of all addresses, and which atomics are locks.
// Its memory grows with what the program touches, not with how often.

import { ORDER_BITS as ORDER, Origin, Raw, VALUES, Wanted } from '../format.ts';
import type { Block } from '../naming.ts';
import { BenignRanges } from './benign-ranges.ts';
import { LiveBlocks } from './blocks.ts';
import { CellFlag, Cells } from './cells.ts';
import { ATOMIC, LATE_WRITE, MANY, OWNER, PLAIN, WRITTEN } from './granule.ts';
import { type Found, Harvest } from './harvest.ts';
import { LockCandidate, Seen, valueIn } from './lock-lifting.ts';
import { LockWatch } from './lock-watch.ts';
import type { RecordSink } from './merge.ts';
import { atomicFamily, Family, familyWanted, SyncObjects } from './objects.ts';
import { PendingStores } from './pending-stores.ts';
import { Accesses, kindOf, lengthOf, slackOf, WORDS, wide, wordsOf } from './raw-record.ts';
import type { Scan } from './scan.ts';
import { Shadow } from './shadow.ts';
import { StackOwners } from './stack-owners.ts';
import { StoreRow } from './store-row.ts';
import { NEVER } from './timeline.ts';
import { RangeBound } from './told-memory.ts';

export interface SurveyOptions {
  readonly sharedOnly: boolean;
  readonly liftLocks: boolean;
}

export class Survey implements RecordSink {
  readonly cells = new Cells();
  readonly objects: SyncObjects;
  private readonly options: SurveyOptions;
  private readonly shadow = new Shadow();
  private readonly harvest: Harvest;
  private readonly blocks: LiveBlocks;
  private readonly owners: StackOwners;
  private readonly benign = new BenignRanges();
  private readonly bound: RangeBound;
  private readonly accesses = new Accesses();
  private readonly row = new StoreRow();
  private readonly pending = new PendingStores((thread, words, birth) => this.change(thread, Raw.atomicStore, words, 0, birth), {
    has: (address, bytes) => this.objects.find(address, atomicFamily(bytes)) !== undefined,
    hasOthers: (start, bytes, size) => this.objects.atomicsIn(start, bytes).some((other) => other.bytes !== size),
  });
  /** Allocations and frees so far. */
  private now = 0;
  private readonly watch = new LockWatch(this.shadow);

  constructor(options: SurveyOptions, { told, threads }: Pick<Scan, 'told' | 'threads'>) {
    this.options = options;
    const calls = threads.map((thread) => thread.calls);
    this.blocks = new LiveBlocks(calls);
    this.owners = new StackOwners(calls);
    this.bound = new RangeBound(told);
    this.harvest = new Harvest(this.shadow, options.sharedOnly);
    this.objects = new SyncObjects(this.shadow);
  }

  records(thread: number, words: Uint32Array, from: number, to: number): void {
    const { shadow, accesses, owners } = this;
    const owner = thread + 1;
    let next = 0;
    let plain = -1;
    for (let at = from; at < to; at = next) {
      const word1 = words[at + 1]!;
      const kind = kindOf(word1);
      next = at + wordsOf(kind, words[at + 3]!);
      const range = kind === Raw.readRange || kind === Raw.writeRange ? this.rangeOf(words, at) : 0;
      if (this.watch.has(thread)) this.watch.record(thread, words, at, range);
      switch (kind) {
        case Raw.read:
        case Raw.write:
          accesses.start(words, at);
          do shadow.access(accesses.high, accesses.low, accesses.bytes, owner, kind === Raw.write ? WRITTEN : 0);
          while (accesses.next());
          plain = at;
          if (owners.mayHave(word1 & 0xffff, words[at]!)) owners.touch(thread, wide(words[at]!, word1), word1 >>> 24);
          break;
        case Raw.readRange:
        case Raw.writeRange:
          plain = at;
          if (owners.mayHave(word1 & 0xffff, words[at]!)) owners.touch(thread, wide(words[at]!, word1), range);
          shadow.touch(wide(words[at]!, word1), range, owner, kind === Raw.writeRange ? WRITTEN : 0);
          break;
        case Raw.atomicLoad:
        case Raw.atomicStore:
        case Raw.atomicUpdate:
          plain = -1;
          owners.synchronises(thread, wide(words[at + 2]!, words[at + 3]!));
          this.atomic(thread, kind, words, at);
          break;
        case Raw.atomicStores:
          plain = -1;
          this.stores(thread, words, at);
          break;
        case Raw.allocate:
          this.allocate(thread, words, at);
          break;
        case Raw.free:
          this.free(wide(words[at]!, word1));
          break;
        case Raw.benign:
          this.benign.add(wide(words[at]!, word1), lengthOf(words, at));
          break;
        case Raw.stamp:
        case Raw.place:
        case Raw.visit:
        case Raw.repeat:
          break;
        case Raw.call:
          owners.defines(thread, wide(words[at + 2]!, words[at + 3]!));
          break;
        case Raw.request:
          this.request(thread, words, at);
          break;
        case Raw.steal:
          this.object(thread, Family.lock, wide(words[at]!, word1));
          this.objects.find(wide(words[at]!, word1), Family.lock)!.stolen = true;
          break;
        default:
          plain = -1;
          owners.synchronises(thread, wide(words[at + 2]!, words[at + 3]!));
          this.object(thread, FAMILY_OF[kind]!, wide(words[at]!, word1));
      }
    }
    if (plain >= 0) owners.at(thread, wide(words[plain + 2]!, words[plain + 3]!));
  }

  /** Ranges that are not taken as a whole. */
  get shortened(): number {
    return this.bound.shortened;
  }

  private rangeOf(words: Uint32Array, at: number): number {
    return this.bound.length(wide(words[at]!, words[at + 1]!), lengthOf(words, at));
  }

  /** The recording is over: what is still in use ends. */
  *end(): Generator<void> {
    const find = this.blocks.finder();
    const blockOf = (address: number) => this.owned(find(address), address);
    yield* this.harvest.all(NEVER, this.found(blockOf, NEVER));
    this.objects.end(this.shadow.allPages(), 0, Number.POSITIVE_INFINITY, NEVER, blockOf);
  }

  private object(thread: number, family: number, address: number): void {
    if (family === NO_FAMILY) return;
    this.owners.touch(thread, address, 1);
    if (this.objects.find(address, family) !== undefined) return;
    this.objects.add({
      address,
      family,
      bytes: 0,
      birth: this.now,
      candidate: undefined,
      mixed: false,
      lifted: false,
      awaited: false,
      stolen: false,
    });
  }

  private request(thread: number, words: Uint32Array, at: number): void {
    const extra = words[at + 3]! >>> 16;
    const address = wide(words[at]!, words[at + 1]!);
    this.object(thread, familyWanted(extra) ?? NO_FAMILY, address);
    this.pending.settle(address, 1);
    if ((extra & 0xff) === Wanted.word) this.objects.atomicAt(address)?.candidate?.wanted(thread);
  }

  private atomic(thread: number, kind: number, words: Uint32Array, at: number): void {
    const word1 = words[at + 1]!;
    const address = wide(words[at]!, word1);
    const bytes = Math.max(word1 >>> 24, 1);
    this.owners.touch(thread, address, bytes);
    this.shadow.touch(address, bytes, thread + 1, kind === Raw.atomicLoad ? ATOMIC : ATOMIC | WRITTEN);
    if (this.objects.find(address, atomicFamily(bytes)) === undefined) this.pending.settle(address, bytes);
    this.change(thread, kind, words, at, this.now);
  }

  /** Each as an atomic of its own, but for what is kept of them. */
  private stores(thread: number, words: Uint32Array, at: number): void {
    const { row, shadow, owners } = this;
    owners.synchronises(thread, wide(words[at + 2]!, words[at + 3]!));
    row.start(words, at);
    const isKept = this.options.sharedOnly && !this.watch.has(thread) && this.pending.add(row, thread, words, at, this.now);
    do {
      const { words: store } = row;
      if (this.watch.has(thread)) this.watch.record(thread, store, 0, 0);
      const address = wide(store[0]!, store[1]!);
      const bytes = Math.max(store[1]! >>> 24, 1);
      if (!isKept || this.objects.find(address, atomicFamily(bytes)) !== undefined)
        this.atomic(thread, Raw.atomicStore, store, 0);
      else {
        owners.touch(thread, address, bytes);
        shadow.touch(address, bytes, thread + 1, ATOMIC | WRITTEN);
      }
    } while (row.next());
  }

  /** What an atomic access makes of the object at its address. */
  private change(thread: number, kind: number, words: Uint32Array, at: number, birth: number): void {
    const word1 = words[at + 1]!;
    const address = wide(words[at]!, word1);
    const bytes = Math.max(word1 >>> 24, 1);
    const family = atomicFamily(bytes);
    let object = this.objects.find(address, family);
    if (object === undefined) {
      const candidate = this.options.liftLocks && bytes <= 8 ? new LockCandidate() : undefined;
      object = { address, family, bytes, birth, candidate, mixed: false, lifted: false, awaited: false, stolen: false };
      this.objects.add(object);
      this.pending.meet(address, bytes);
    }
    const { candidate } = object;
    if (candidate === undefined) return;
    const extra = words[at + 3]! >>> 16;
    if ((extra & VALUES) === 0) {
      candidate.reject();
      return;
    }
    const before = valueIn(words[at + WORDS]!, words[at + WORDS + 1]!, bytes);
    const after = valueIn(words[at + WORDS + 2]!, words[at + WORDS + 3]!, bytes);
    let seen: Seen = Seen.nothing;
    if (kind === Raw.atomicUpdate) seen = candidate.update(thread, before, after, extra & ORDER);
    else if (kind === Raw.atomicStore) candidate.store(thread, after, extra & ORDER);
    else seen = candidate.load(thread, before, extra & ORDER);
    if (seen !== Seen.nothing) this.watch.begin(thread, object, seen);
  }

  private allocate(thread: number, words: Uint32Array, at: number): void {
    const address = wide(words[at]!, words[at + 1]!);
    const bytes = lengthOf(words, at);
    const before = this.blocks.at(address);
    // A block that was never freed, as far as the log tells.
    if (before !== undefined) this.blocks.free(address);
    this.clear(address, Math.max(bytes, before?.bytes ?? 0), before);
    // The allocator's own bytes behind the block are fresh too, but are no part of it.
    this.blocks.allocate(
      address,
      bytes - slackOf(words, at),
      words[at + 3]! >>> 16,
      wide(words[at + 2]!, words[at + 3]!),
      thread,
    );
    if (words[at + 3]! >>> 16 === Origin.stack) this.owners.begin(thread, address, bytes);
  }

  /** The block of an address, with who had that on a stack. */
  private owned(block: Block | undefined, address: number): Block | undefined {
    return block?.kind === Origin.stack ? { ...block, owners: this.owners.of(block.thread, address) } : block;
  }

  private free(address: number): void {
    const block = this.blocks.at(address);
    this.blocks.free(address);
    this.clear(address, block?.bytes ?? 0, block);
  }

  /** Counts one allocation or free, in step with the second pass. */
  private clear(address: number, bytes: number, block: Block | undefined): void {
    this.now++;
    if (bytes === 0) return;
    const { now } = this;
    const blockOf = (at: number) => this.owned(block, at);
    this.pending.end(address, bytes, true);
    this.harvest.range(address, bytes, now, this.found(blockOf, now));
    this.pending.end(address, bytes, false);
    this.benign.clear(address, bytes);
    this.objects.end(this.shadow.pagesIn(address, bytes), address, address + bytes, now, blockOf);
  }

  private found(blockOf: (address: number) => Block | undefined, end: number): Found {
    const { cells, options, benign } = this;
    return (start, bytes, state, birth) => {
      const many = (state & OWNER) === MANY;
      if (options.sharedOnly && !many) return;
      const unwritten = options.sharedOnly && (state & WRITTEN) === 0;
      const flags =
        (unwritten ? CellFlag.unwritten : 0) |
        ((state & PLAIN) === 0 ? 0 : CellFlag.plain) |
        (benign.overlaps(start, bytes) ? CellFlag.benign : 0);
      const cell = cells.add(start, bytes, birth, end, flags, blockOf(start));
      if ((state & ATOMIC) !== 0) this.pending.settleMixed(start, bytes);
      if ((state & ATOMIC) !== 0 && !unwritten) this.atomicCell(cell, state, end !== NEVER);
    };
  }

  /** Decides what the atomics of a cell are: of several ranges, or a lock. */
  private atomicCell(cell: number, state: number, isGone: boolean): void {
    const { cells, objects } = this;
    const start = cells.starts[cell]!;
    const bytes = cells.lengths[cell]!;
    const ranges = objects.anyMixed ? objects.atomicsIn(start, bytes) : [];
    if (ranges.length > 1) {
      cells.flags[cell]! |= CellFlag.mixed;
      cells.ranges.set(cell, ranges);
      return;
    }
    const object = objects.find(start, atomicFamily(bytes));
    if (object === undefined || object.bytes !== bytes || object.mixed) return;
    if (object.candidate?.isLock !== true || (state & LATE_WRITE) !== 0) return;
    // Nobody frees a lock that somebody has: it is a count of owners, and the last one took it to zero.
    if (isGone && object.candidate.isHeld) return;
    object.lifted = true;
    // Who waits for a word is ordered after who notifies.
    object.awaited = object.candidate.isWanted || objects.find(start, Family.channel) !== undefined;
    cells.flags[cell]! |= CellFlag.lifted;
  }
}

const NO_FAMILY = 255;
/** Per kind of record: the family of the object at its address. */
const FAMILY_OF: Uint8Array = new Uint8Array(256).fill(NO_FAMILY);
for (const kind of [Raw.acquire, Raw.release, Raw.acquireShared, Raw.releaseShared, Raw.wait, Raw.notify])
  FAMILY_OF[kind] = Family.lock;
for (const kind of [Raw.barrierEnter, Raw.barrierExit]) FAMILY_OF[kind] = Family.barrier;
for (const kind of [Raw.send, Raw.receive, Raw.receiveAll]) FAMILY_OF[kind] = Family.channel;
for (const kind of [Raw.semaphoreInit, Raw.semaphorePost, Raw.semaphoreTake]) FAMILY_OF[kind] = Family.semaphore;
