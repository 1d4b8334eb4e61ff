// What is so in the program at one moment of its run, as far as what comes later depends on it: which threads run and what they hold, which
// memory is whose, what semaphores have left. A part of a recording that begins there can be understood with it, without all that came
// before.

import { grown } from '../base/grown.ts';
import { AddressMap } from '../raw/assemble/address-map.ts';
import { type Stopped, stopping } from '../raw/assemble/log-facts.ts';
import { hasLength, kindOf, lengthOf, slackOf, timeOf, wide, wordsOf } from '../raw/assemble/raw-record.ts';
import { Raw, UNLOADED } from '../raw/format.ts';
import { RecordWriter } from '../raw/record-writer.ts';
import { passBy, type Started, StartedCode } from './started-code.ts';

/** A lock that a thread has, and how often it took it. */
interface Held {
  readonly lock: number;
  readonly shared: boolean;
  readonly site: number;
  depth: number;
}

class ThreadState {
  /** Of its last record. */
  time = 0;
  /** Where its code begins, and its thread-local variables. */
  start = 0;
  locals = 0;
  /** The records that say who called; undefined if there were none. Others know them by their order. */
  calls: RecordWriter | undefined;
  /** Those that began there, and what they went by. */
  started: Started | undefined;
  readonly held: Held[] = [];
  /** The barrier that it waits in. */
  barrier: number | undefined;

  acquire(lock: number, shared: boolean, site: number): void {
    const held = this.held.find((one) => one.lock === lock && one.shared === shared);
    if (held === undefined) this.held.push({ lock, shared, site, depth: 1 });
    else held.depth++;
  }

  /** `wholly`: a wait gives it up however often it is held. */
  release(lock: number, shared: boolean, wholly: boolean): void {
    const at = this.held.findIndex((one) => one.lock === lock && one.shared === shared);
    if (at >= 0 && (--this.held[at]!.depth === 0 || wholly)) this.held.splice(at, 1);
  }
}

/** What threads do to what they share, kept until all of a part are there to be put in the order of time. */
interface Deed {
  readonly time: number;
  readonly thread: number;
  readonly kind: number;
  readonly address: number;
  readonly bytes: number;
  readonly slack: number;
  readonly site: number;
  readonly extra: number;
}

/** Most tokens that a record has room for. */
const MOST_TOKENS = 0xffff;

export class ProgramState {
  readonly code = new StartedCode();
  private readonly codeAddress: (thread: number, site: number) => number;
  /** Those that have done something and go on, by their numbers. */
  private readonly threads = new Map<number, ThreadState>();
  private readonly blocks = new Blocks();
  private readonly tokens = new Map<number, number>();
  private deeds: Deed[] = [];
  /** How often a library was unloaded. */
  unloads = 0;
  /** Why recording stopped before the program did. */
  stopped: Stopped | undefined;
  /** The first thread came to its end. */
  isEnded = false;

  /** `codeAddress`: of a site of a thread. */
  constructor(codeAddress: (thread: number, site: number) => number) {
    this.codeAddress = codeAddress;
  }

  /** Passes over the records of a thread that are whole, and returns where the rest begins. `settle` must follow when those of all threads up
   * to the same moment were passed. */
  pass(number: number, words: Uint32Array): number {
    if (words.length === 0) return 0;
    const thread = this.threads.get(number) ?? new ThreadState();
    this.threads.set(number, thread);
    let at = 0;
    while (at < words.length) {
      const kind = kindOf(words[at + 1]!);
      const next = at + wordsOf(kind, words[at + 3]!);
      if (next > words.length) break;
      thread.time = timeOf(kind, words, at, thread.time);
      if (kind > Raw.fence) this.note(number, thread, kind, words, at);
      if (thread.started !== undefined)
        passBy(thread.started, kind, () => this.codeAddress(number, wide(words[at + 2]!, words[at + 3]!)));
      at = next;
    }
    return at;
  }

  runs(number: number): boolean {
    return this.threads.has(number);
  }

  settle(): void {
    for (const deed of this.deeds.sort((a, b) => a.time - b.time)) this.apply(deed);
    this.deeds = [];
  }

  /** Per thread that runs, the records that say all this, to stand before what comes next. Blocks are told where `isTouched` says that
   * somebody will ask for them. */
  preamble(isTouched: (address: number, bytes: number) => boolean): Map<number, Uint8Array> {
    const writers = new Map<number, RecordWriter>();
    for (const [number, thread] of this.threads) writers.set(number, began(thread));
    const [first] = writers.values();
    if (first === undefined) return new Map();
    this.tellBlocks(first, isTouched, writers);
    for (const [semaphore, count] of this.tokens)
      first.record(Raw.semaphoreInit, { address: semaphore, extra: Math.min(count, MOST_TOKENS) });
    for (const [number, { held, barrier, time }] of this.threads) {
      const writer = writers.get(number)!;
      for (const { lock, shared, site, depth } of held)
        for (let i = 0; i < depth; i++) writer.record(shared ? Raw.acquireShared : Raw.acquire, { address: lock, site });
      if (barrier !== undefined) writer.record(Raw.barrierEnter, { address: barrier });
      writer.stamp(time);
    }
    return new Map([...writers].map(([number, writer]) => [number, writer.written]));
  }

  /** The records that say which blocks are in use, each in the log of its thread, or in one that has what is nobody's. */
  tellBlocks(
    rest: RecordWriter,
    isTouched: (address: number, bytes: number) => boolean,
    logs: ReadonlyMap<number, RecordWriter> = new Map(),
  ): void {
    this.blocks.forEach(({ address, bytes, slack, kind, site, thread }) => {
      if (!isTouched(address, bytes)) return;
      const own = logs.get(thread);
      // Another log has other places.
      if (own !== undefined) own.allocate(address, bytes, site, kind, slack);
      else rest.allocate(address, bytes, this.codeAddress(thread, site), kind, slack);
    });
  }

  private note(number: number, thread: ThreadState, kind: number, words: Uint32Array, at: number): void {
    const address = wide(words[at]!, words[at + 1]!);
    const site = wide(words[at + 2]!, words[at + 3]!);
    const extra = words[at + 3]! >>> 16;
    switch (kind) {
      case Raw.begin:
        thread.start = site;
        thread.locals = address;
        thread.started = this.code.begin(this.codeAddress(number, site));
        return;
      case Raw.end:
        this.threads.delete(number);
        if (number === 0) this.isEnded = true;
        return;
      case Raw.stopped:
        this.stopped = stopping(this.stopped, extra, words[at]!);
        return;
      case Raw.acquire:
      case Raw.acquireShared:
        thread.acquire(address, kind === Raw.acquireShared, site);
        return;
      case Raw.release:
      case Raw.releaseShared:
      case Raw.wait:
        thread.release(address, kind === Raw.releaseShared, kind === Raw.wait);
        return;
      case Raw.barrierEnter:
        thread.barrier = address;
        return;
      case Raw.barrierExit:
        thread.barrier = undefined;
        return;
      case Raw.call:
      case Raw.place:
        thread.calls ??= new RecordWriter();
        thread.calls.record(kind, { address, site, extra });
        return;
      case Raw.allocate:
      case Raw.free:
      case Raw.semaphoreInit:
      case Raw.semaphorePost:
      case Raw.semaphoreTake: {
        const [bytes, slack] = hasLength(kind) ? [lengthOf(words, at), slackOf(words, at)] : [0, 0];
        this.deeds.push({ time: thread.time, thread: number, kind, address, bytes, slack, site, extra });
      }
    }
  }

  private apply({ kind, address, extra, thread, bytes, slack, site }: Deed): void {
    const { blocks, tokens } = this;
    switch (kind) {
      case Raw.allocate:
        blocks.add({ address, bytes, slack, kind: extra, site, thread });
        return;
      case Raw.free:
        blocks.remove(address);
        if (address === 0 && extra === UNLOADED) this.unloads++;
        return;
      case Raw.semaphoreInit:
        tokens.set(address, extra);
        return;
      default: {
        const left = (tokens.get(address) ?? 0) + (kind === Raw.semaphorePost ? 1 : -1);
        if (left > 0) tokens.set(address, left);
        else tokens.delete(address);
      }
    }
  }
}

/** What the log of a thread begins with. */
type Beginning = Partial<Pick<ThreadState, 'start' | 'locals' | 'calls'>>;

/** All of it at the first moment, before whatever else is told, also by other logs. */
export function began({ start, locals, calls }: Beginning = {}): RecordWriter {
  const writer = new RecordWriter();
  if (calls !== undefined) writer.append(calls.written);
  return writer.stamp(1).record(Raw.begin, { address: locals ?? 0, site: start ?? 0 });
}

interface BlockState {
  readonly address: number;
  readonly bytes: number;
  /** So many of them nobody asked for. */
  readonly slack: number;
  /** Extra of `allocate`. */
  readonly kind: number;
  readonly site: number;
  readonly thread: number;
}

/** Blocks that are in use, in columns: servers have millions. */
class Blocks {
  private readonly indices = new AddressMap(10);
  private bytes = new Float64Array(1024);
  private sites = new Float64Array(1024);
  private threads = new Int32Array(1024);
  /** The kind, and above it the slack. */
  private details = new Int32Array(1024);
  private spare: number[] = [];
  private count = 0;

  add({ address, bytes, slack, kind, site, thread }: BlockState): void {
    let index = this.indices.get(address);
    if (index < 0) {
      index = this.spare.pop() ?? this.count++;
      this.indices.set(address, index);
      if (index === this.bytes.length) this.grow();
    }
    this.bytes[index] = bytes;
    this.sites[index] = site;
    this.threads[index] = thread;
    this.details[index] = (kind & 0xff) | (slack << 8);
  }

  remove(address: number): void {
    const index = this.indices.get(address);
    if (index < 0) return;
    this.indices.delete(address);
    this.spare.push(index);
  }

  forEach(visit: (block: BlockState) => void): void {
    this.indices.forEach((address, index) => {
      const detail = this.details[index]!;
      visit({
        address,
        bytes: this.bytes[index]!,
        slack: detail >>> 8,
        kind: detail & 0xff,
        site: this.sites[index]!,
        thread: this.threads[index]!,
      });
    });
  }

  private grow(): void {
    const size = 2 * this.bytes.length;
    this.bytes = grown(this.bytes, size);
    this.sites = grown(this.sites, size);
    this.threads = grown(this.threads, size);
    this.details = grown(this.details, size);
  }
}
