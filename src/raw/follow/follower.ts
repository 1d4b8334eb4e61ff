// Reads the logs of one process while it runs. Each look says how much of each log is final, and a frontier: a time up to which all
// synchronisation of all threads is among that.
//
// The frontier rests on what a look before has seen. Let C be the latest time in it. Whoever took a time up to C had done so before this
// look began, so that its thread has files, which are listed after C is known; and its log is either seen to hold the record, or says that it
// does not hold all (its `bound`). What was promised once stays true, so the frontier never falls.
//
// Plain accesses may come later than the frontier with an earlier time: those in records that still grow, and those that a thread has not
// yet told of when the others have gone on. That is harmless. They stand between the same two synchronisations of their thread, wherever
// they are put among the records of others, and what synchronisation does not order is unordered, whatever its time. But if the memory was freed or
// given out anew meanwhile, they are of what was there before: kernels/screen/lives.ts finds these.

import type { LogFacts } from '../assemble/log-facts.ts';
import { RAW_HEADER_BYTES } from '../format.ts';
import { FolderFiles, type LogFiles, type Protocol } from './log-files.ts';
import type { LogContext, LogReader } from './log-reader.ts';
import { MappedLog } from './mapped-log.ts';
import { sharedScratch } from './scratch.ts';
import { WrittenLog } from './written-log.ts';

/** The log of one thread, as far as it can be relied on. Offsets are those of the file: the first record is at RAW_HEADER_BYTES. */
export interface FollowedLog {
  /** The number that the program's runtime gave the thread. */
  readonly number: number;
  /** Final bytes, whole records with what belongs to them; they may be read, and never change. */
  readonly bytes: number;
  /** No more will come. */
  readonly isOver: boolean;
  /** All that the thread has taken a time for so far is among these; if the process were over now, nothing but plain accesses or an `end`
   * would be left of it. */
  readonly isAtEnd: boolean;
  /** It goes on with something that is no record: what follows cannot be had. */
  readonly isBroken: boolean;
  /** What its records told of it as a whole, as far as they were gone through; absent if nobody wanted to know. */
  readonly facts: LogFacts | undefined;
}

export interface Sweep {
  /** All logs that were ever seen, in the order in which they were. */
  readonly logs: readonly FollowedLog[];
  /** Those that have more final bytes than before, or are over now. */
  readonly changed: readonly FollowedLog[];
  /** Every record of synchronisation with this time or an earlier one is among the final bytes. Infinity once the process is over. */
  readonly frontier: number;
}

export interface FollowerOptions {
  readonly files?: LogFiles;
  readonly kept?: number;
  readonly keepsFacts?: boolean;
}

export class Follower {
  private readonly files: LogFiles;
  private readonly options: Omit<LogContext, 'scratch'>;
  private context: LogContext | undefined;
  private readonly logs = new Map<number, Followed>();
  private readonly inOrder: Followed[] = [];
  /** Logs that are not over. */
  private readonly running = new Set<Followed>();
  /** The latest time that was seen, and what was promised. */
  private latest = 0;
  private frontier = 0;
  /** None: nothing can be relied on before the process is over. */
  private protocol: Protocol | 'none' | undefined;

  /** The folder of a process. `kept`: so many bytes of each log, and what came meanwhile, may stay on the disk when they were forgotten.
   * `keepsFacts`: somebody will ask what the records of each log told of it as a whole. */
  constructor(folder: string, { files = new FolderFiles(folder), kept = 1 << 18, keepsFacts = false }: FollowerOptions = {}) {
    this.files = files;
    this.options = { kept, keepsFacts };
  }

  /** `isDead`: the process was over before this call. */
  look(isDead: boolean): Sweep {
    const { latest } = this;
    this.list();
    let bound = latest;
    const changed: Followed[] = [];
    if (this.protocol === 'none' && !isDead) return { logs: this.inOrder, changed, frontier: 0 };
    for (const log of this.running) {
      if (log.look(isDead)) changed.push(log);
      bound = Math.min(bound, log.reader.bound);
      this.latest = Math.max(this.latest, log.reader.progress.time);
      if (log.isOver) this.running.delete(log);
    }
    this.frontier = isDead ? Number.POSITIVE_INFINITY : Math.max(this.frontier, bound);
    return { logs: this.inOrder, changed, frontier: this.frontier };
  }

  /** Reads final bytes of a log into the words from `at` on; the number of bytes, all of them if they are final and not forgotten. */
  read(log: FollowedLog, words: Uint32Array, at: number, bytes: number, offset: number): number {
    const target = new Uint8Array(words.buffer, words.byteOffset + at * Uint32Array.BYTES_PER_ELEMENT, bytes);
    return this.logs.get(log.number)!.read(target, offset);
  }

  /** Gives the disk back what the log has before the offset, or most of it: it will not be read again, by nobody. Cheap, and to be called
   * again: some of it can only go later. */
  forget(log: FollowedLog, offset: number): void {
    this.logs.get(log.number)!.forget(offset);
  }

  close(): void {
    this.files.close();
  }

  private list(): void {
    const found = this.files.list();
    if (found === undefined) return;
    for (const log of this.running) log.hasTail = found.get(log.number) === true;
    for (const [number, hasTail] of found) {
      if (this.logs.has(number)) continue;
      const log = new Followed(number, this.reader(number));
      log.hasTail = hasTail;
      this.logs.set(number, log);
      this.inOrder.push(log);
      this.running.add(log);
    }
  }

  private reader(number: number): LogReader {
    const { files } = this;
    this.protocol ??= files.protocol() ?? 'none';
    this.context ??= { ...this.options, scratch: sharedScratch() };
    if (this.protocol !== 'none' && this.protocol.kind === 'ends') return new WrittenLog(files, number, this.context);
    return new MappedLog(files, number, this.context, this.protocol === 'none' ? 0 : this.protocol.tailBytes);
  }
}

class Followed implements FollowedLog {
  readonly number: number;
  readonly reader: LogReader;
  bytes = RAW_HEADER_BYTES;
  isOver = false;
  hasTail = false;

  constructor(number: number, reader: LogReader) {
    this.number = number;
    this.reader = reader;
  }

  get isAtEnd(): boolean {
    return this.reader.isAtEnd;
  }

  get isBroken(): boolean {
    return this.reader.progress.isBroken;
  }

  get facts(): LogFacts | undefined {
    return this.reader.progress.facts;
  }

  /** Whether there is more than before. */
  look(isDead: boolean): boolean {
    const { reader, bytes } = this;
    reader.look(this.hasTail, isDead);
    this.bytes = reader.progress.final;
    this.isOver = reader.isOver;
    return this.bytes > bytes || this.isOver;
  }

  read(target: Uint8Array, offset: number): number {
    const wanted = Math.max(0, Math.min(target.length, this.bytes - offset));
    return this.reader.read(target.subarray(0, wanted), offset);
  }

  forget(offset: number): void {
    this.reader.store.forget(offset, this.isOver && offset >= this.bytes);
  }
}
