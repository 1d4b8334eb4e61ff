// What is so in the program at one moment of its run, as far as what comes later depends on it: which threads run and what they hold, which
// memory is whose, what semaphores have left. A part of a recording that begins there can be understood with it, without all that came
// before.

import { grown } from '../base/grown.ts';
import { AddressMap } from '../raw/assemble/address-map.ts';
import { hasLength, kindOf, lengthOf, slackOf, timeOf, wide, wordsOf } from '../raw/assemble/raw-record.ts';
import { Raw } from '../raw/format.ts';
import { RecordWriter } from '../raw/record-writer.ts';

/** A lock that a thread has, and how often it took it. */
interface Held {
  readonly lock: number;
  readonly shared: boolean;
  readonly site: number;
  depth: number;
}

class ThreadState {
  readonly number: number;
  /** Of its last record. */
  time = 0;
  /** It has done something, and goes on. */
  runs = false;
  /** Where its code begins. */
  start = 0;
  readonly held: Held[] = [];
  /** The barrier that it waits in. */
  barrier: number | undefined;

  constructor(number: number) {
    this.number = number;
  }

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
  readonly log: number;
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
  private readonly threads: ThreadState[] = [];
  private readonly blocks = new Blocks();
  private readonly tokens = new Map<number, number>();
  private deeds: Deed[] = [];

  /** A log with this number has come; they count from 0. */
  add(number: number): void {
    this.threads.push(new ThreadState(number));
  }

  /** Passes over whole records of a log. `settle` must follow when those of all logs up to the same moment were passed. */
  pass(log: number, words: Uint32Array, from: number, to: number): void {
    const thread = this.threads[log]!;
    if (to > from) thread.runs = true;
    for (let at = from; at < to; ) {
      const kind = kindOf(words[at + 1]!);
      thread.time = timeOf(kind, words, at, thread.time);
      if (kind > Raw.fence) this.note(thread, log, kind, words, at);
      at += wordsOf(kind, words[at + 3]!);
    }
  }

  settle(): void {
    for (const deed of this.deeds.sort((a, b) => a.time - b.time)) this.apply(deed);
    this.deeds = [];
  }

  /** Per log, the records that say all this, to stand before what comes next; undefined for threads that do not run. Blocks are told where
   * `isTouched` says that somebody will ask for them. */
  preamble(isTouched: (address: number, bytes: number) => boolean): (Uint8Array | undefined)[] {
    const writers = this.threads.map((thread) => (thread.runs ? began(thread) : undefined));
    const first = writers.find((writer) => writer !== undefined);
    if (first === undefined) return writers.map(() => undefined);
    this.blocks.forEach(({ address, bytes, slack, kind, site, log }) => {
      if (isTouched(address, bytes)) (writers[log] ?? first).allocate(address, bytes, site, kind, slack);
    });
    for (const [semaphore, count] of this.tokens)
      first.record(Raw.semaphoreInit, { address: semaphore, extra: Math.min(count, MOST_TOKENS) });
    for (const [log, thread] of this.threads.entries()) {
      const writer = writers[log];
      if (writer === undefined) continue;
      for (const { lock, shared, site, depth } of thread.held)
        for (let i = 0; i < depth; i++) writer.record(shared ? Raw.acquireShared : Raw.acquire, { address: lock, site });
      if (thread.barrier !== undefined) writer.record(Raw.barrierEnter, { address: thread.barrier });
      writer.stamp(thread.time);
    }
    return writers.map((writer) => writer?.written);
  }

  private note(thread: ThreadState, log: number, kind: number, words: Uint32Array, at: number): void {
    const address = wide(words[at]!, words[at + 1]!);
    const site = wide(words[at + 2]!, words[at + 3]!);
    const extra = words[at + 3]! >>> 16;
    switch (kind) {
      case Raw.begin:
        thread.start = site;
        return;
      case Raw.end:
        thread.runs = false;
        thread.held.length = 0;
        thread.barrier = undefined;
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
      case Raw.allocate:
      case Raw.free:
      case Raw.semaphoreInit:
      case Raw.semaphorePost:
      case Raw.semaphoreTake: {
        const [bytes, slack] = hasLength(kind) ? [lengthOf(words, at), slackOf(words, at)] : [0, 0];
        this.deeds.push({ time: thread.time, log, kind, address, bytes, slack, site, extra });
      }
    }
  }

  private apply({ kind, address, extra, log, bytes, slack, site }: Deed): void {
    const { blocks, tokens } = this;
    switch (kind) {
      case Raw.allocate:
        blocks.add({ address, bytes, slack, kind: extra, site, log });
        return;
      case Raw.free:
        blocks.remove(address);
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

/** All of it at the first moment, before whatever else is told, also by other logs. */
function began({ start }: ThreadState): RecordWriter {
  return new RecordWriter().stamp(1).record(Raw.begin, { site: start });
}

interface BlockState {
  readonly address: number;
  readonly bytes: number;
  /** So many of them nobody asked for. */
  readonly slack: number;
  /** Extra of `allocate`. */
  readonly kind: number;
  readonly site: number;
  readonly log: number;
}

/** Blocks that are in use, in columns: servers have millions. */
class Blocks {
  private readonly indices = new AddressMap(10);
  private bytes = new Float64Array(1024);
  private sites = new Float64Array(1024);
  private logs = new Int32Array(1024);
  /** The kind, and above it the slack. */
  private details = new Int32Array(1024);
  private spare: number[] = [];
  private count = 0;

  add({ address, bytes, slack, kind, site, log }: BlockState): void {
    let index = this.indices.get(address);
    if (index < 0) {
      index = this.spare.pop() ?? this.count++;
      this.indices.set(address, index);
      if (index === this.bytes.length) this.grow();
    }
    this.bytes[index] = bytes;
    this.sites[index] = site;
    this.logs[index] = log;
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
        log: this.logs[index]!,
      });
    });
  }

  private grow(): void {
    const size = 2 * this.bytes.length;
    this.bytes = grown(this.bytes, size);
    this.sites = grown(this.sites, size);
    this.logs = grown(this.logs, size);
    this.details = grown(this.details, size);
  }
}
