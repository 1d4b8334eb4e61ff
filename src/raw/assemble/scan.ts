// The first look at a recording: which logs there are, how far each can be used, who forks whom. Damage ends a log where it stands,
// is counted, and costs nothing that comes before it.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../base/error.ts';
import { unreadable } from '../../formats/file/failure.ts';
import { Order, RAW_HEADER_BYTES, RAW_MAGIC, RAW_RECORD_BYTES, RAW_VERSION_WITH_CALLS, Raw, STUCK } from '../format.ts';
import { type LogPart, partsWithRequest } from '../tails.ts';
import { codeAddress, LogCalls } from './log-calls.ts';
import type { Pause } from './pause.ts';
import { type LogFile, readPiece } from './raw-log.ts';
import { hasLength, isKnown, isLengthy, kindOf, lengthOf, WORDS, wide, wordsOf } from './raw-record.ts';
import { mappedRegions, SMALL, ToldMemory } from './told-memory.ts';

/** What is wrong with the logs of a recording, as counts. */
export interface Damage {
  /** Files that are no raw log or cannot be had, or of a thread that another file is of already. */
  unusable: number;
  /** Logs that end within a record, or before what belongs to their last record. */
  truncated: number;
  /** Logs that go on with something that is no record. */
  garbage: number;
  /** Ranges of accesses that go far beyond the memory that the process is known to have had. */
  outside: number;
}

export interface ThreadScan extends LogFile {
  /** Acquire fences in the log. */
  readonly acquireFences: number;
  /** The log has the last record of its thread. */
  readonly ended: boolean;
  /** It waited at the end: for another to give up a lock or to end, or for what nobody was left to give. */
  readonly waits: boolean;
  /** Nobody was left who could have ended its wait. */
  readonly isStuck: boolean;
  /** Where its code begins; 0 if that is not known. */
  readonly start: number;
  /** What its sites stand for; absent if they are code addresses. */
  readonly calls?: LogCalls | undefined;
  /** Where the thread-local variables of the program are in this thread; 0 if that is not known. */
  readonly locals: number;
}

/** Why recording stopped before the program did: a limit that the user or, in bytes, the room on the disk set, or the system, with its errno
 * (0: not known). */
export type Stopped =
  | { readonly by: 'limit'; readonly room?: number | undefined }
  | { readonly by: 'system'; readonly errno: number };

export interface Scan {
  /** In the order of thread numbers. */
  readonly threads: readonly ThreadScan[];
  /** Numbers of the threads that some log forks. */
  readonly forked: ReadonlySet<number>;
  readonly records: number;
  readonly damage: Damage;
  readonly stopped: Stopped | undefined;
  readonly told: ToldMemory;
}

const PIECE_RECORDS = 1 << 15;
const LOG_NAME = /^thread-(\d+)\.(?:raw|tail)$/;
/** Extra of a `stopped` record. */
const BY_LIMIT = 1;

/** Why recording stopped, by what was known of it and a `stopped` record. What the system says explains more than a limit. */
export function stopping(known: Stopped | undefined, extra: number, errno: number): Stopped {
  if (extra !== BY_LIMIT && known?.by !== 'system') return { by: 'system', errno };
  return known ?? { by: 'limit' };
}

export async function scan(folder: string, pause?: Pause): Promise<Scan> {
  const logs = logNumbers(folder).map((number) => ({
    parts: partsWithRequest(folder, `thread-${number}`),
    path: join(folder, `thread-${number}.raw`),
  }));
  const bytes = logs.reduce((sum, { parts }) => sum + (parts?.at(-1)?.to ?? 0), 0);
  const scanner = new Scanner((read) => pause?.(read / bytes));
  for (const { parts, path } of logs) await scanner.log(parts, path);
  const threads = scanner.threads.sort((a, b) => a.number - b.number);
  const { forked, damage, stopped } = scanner;
  const told = new ToldMemory([...mappedRegions(folder), ...scanner.blocks]);
  return { threads, forked, damage, stopped, told, records: threads.reduce((sum, { records }) => sum + records, 0) };
}

function logNumbers(folder: string): number[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    throw unreadable(folder, error);
  }
  const numbers = new Set(names.flatMap((name) => LOG_NAME.exec(name)?.[1] ?? []).map(Number));
  if (numbers.size > 0) return [...numbers].sort((a, b) => a - b);
  const hint = 'name the folder of one recorded process: it has a file thread-0.raw';
  throw new InputError('FORMAT_UNKNOWN', { file: folder }, 'this folder is no recording', hint);
}

class Scanner {
  readonly threads: ThreadScan[] = [];
  readonly forked = new Set<number>();
  readonly damage: Damage = { unusable: 0, truncated: 0, garbage: 0, outside: 0 };
  stopped: Scan['stopped'];
  /** Larger blocks, as regions. */
  readonly blocks: [number, number][] = [];
  private readonly numbers = new Set<number>();
  private readonly words = new Uint32Array((PIECE_RECORDS + 2) * WORDS);
  private acquireFences = 0;
  private ended = false;
  private waits = false;
  private isStuck = false;
  private start = 0;
  private calls: LogCalls | undefined;
  private locals = 0;
  /** Bytes of all logs so far. */
  private read = 0;
  private readonly pause: Pause;

  constructor(pause: Pause) {
    this.pause = pause;
  }

  async log(parts: readonly LogPart[] | undefined, path: string): Promise<void> {
    const size = parts?.at(-1)?.to;
    // A thread that ended before its first flush.
    if (size === 0) return;
    const number = size === undefined ? undefined : this.header(parts!, size, path);
    if (number === undefined || this.numbers.has(number)) {
      this.damage.unusable++;
      return;
    }
    this.numbers.add(number);
    this.acquireFences = 0;
    this.ended = this.waits = this.isStuck = false;
    this.start = this.locals = 0;
    const records = await this.records(parts!, size!);
    const { acquireFences, ended, waits, isStuck, start, calls, locals } = this;
    this.threads.push({ parts: parts!, number, records, acquireFences, ended, waits, isStuck, start, calls, locals });
  }

  /** The number of the thread, if this is a log. */
  private header(parts: readonly LogPart[], size: number, path: string): number | undefined {
    const { words } = this;
    if (size < RAW_HEADER_BYTES) return undefined;
    readPiece(parts, words, 0, RAW_HEADER_BYTES, 0);
    const magic = String.fromCharCode(...new Uint8Array(words.buffer, 0, RAW_MAGIC.length));
    if (magic !== RAW_MAGIC) return undefined;
    const version = words[2]!;
    this.calls = version < RAW_VERSION_WITH_CALLS ? undefined : new LogCalls();
    if (version > RAW_VERSION_WITH_CALLS) {
      const hint = 'use the version of foretrace that recorded it, or a later one';
      throw new InputError('TRACE_VERSION', { file: path }, `the log is of version ${version}`, hint);
    }
    return words[3]!;
  }

  /** How many records of the log can be used. */
  private async records(parts: readonly LogPart[], size: number): Promise<number> {
    const { words } = this;
    const whole = Math.floor((size - RAW_HEADER_BYTES) / RAW_RECORD_BYTES);
    let good = 0;
    for (let left = 0, loaded = 0; loaded < whole; ) {
      const count = Math.min(PIECE_RECORDS, whole - loaded);
      readPiece(parts, words, left, count * RAW_RECORD_BYTES, RAW_HEADER_BYTES + loaded * RAW_RECORD_BYTES);
      loaded += count;
      this.read += count * RAW_RECORD_BYTES;
      await this.pause(this.read);
      const end = left + count * WORDS;
      const at = this.piece(end);
      good += at / WORDS;
      const kind = at < end ? kindOf(words[at + 1]!) : -1;
      if (at < end && !this.needsMore(at, end)) {
        // Padding is how a log ends whose file was made longer in advance.
        if (kind !== Raw.none) this.damage.garbage++;
        return good;
      }
      words.copyWithin(0, at, end);
      left = end - at;
      if (loaded === whole && left > 0) this.damage.truncated++;
    }
    if ((size - RAW_HEADER_BYTES) % RAW_RECORD_BYTES !== 0) this.damage.truncated++;
    return good;
  }

  /** The record at the end is good but for what belongs to it, which is not there yet. */
  private needsMore(at: number, end: number): boolean {
    const kind = kindOf(this.words[at + 1]!);
    return isKnown(kind) && at + wordsOf(kind, this.words[at + 3]!) > end;
  }

  /** Looks at the records in words[0..end) and returns where the first stands that is not whole and good. */
  private piece(end: number): number {
    const { words } = this;
    let at = 0;
    while (at < end) {
      const kind = kindOf(words[at + 1]!);
      // Most records are one of these, and always whole.
      if (kind === Raw.read || kind === Raw.write) {
        at += WORDS;
        continue;
      }
      const next = at + wordsOf(kind, words[at + 3]!);
      if (!isKnown(kind) || next > end) break;
      if (hasLength(kind) && !isLengthy(kind, words, at)) break;
      if ((kind === Raw.call || kind === Raw.place) && !this.define(kind, at)) break;
      if (kind === Raw.fork) this.forked.add(words[at]!);
      else if (kind === Raw.allocate) this.allocate(at);
      else if (kind === Raw.fence) this.fence(words[at + 3]! >>> 16);
      else if (kind === Raw.begin) {
        this.start = codeAddress(this.calls, wide(words[at + 2]!, words[at + 3]!));
        this.locals = wide(words[at]!, words[at + 1]!);
      } else if (kind === Raw.end) this.ended = true;
      else if (kind === Raw.request) {
        this.waits = true;
        this.isStuck = ((words[at + 3]! >>> 16) & STUCK) !== 0;
      } else if (kind === Raw.stopped) this.stopped = stopping(this.stopped, words[at + 3]! >>> 16, words[at]!);
      at = next;
    }
    return at;
  }

  /** Takes a context or a place; false if this log can have none, or not this one. */
  private define(kind: number, at: number): boolean {
    const { words, calls } = this;
    const address = wide(words[at]!, words[at + 1]!);
    const site = wide(words[at + 2]!, words[at + 3]!);
    if (calls === undefined) return false;
    return kind === Raw.call ? calls.call(address, site, words[at + 3]! >>> 16) : calls.place(address, site);
  }

  private allocate(at: number): void {
    const { words } = this;
    const bytes = lengthOf(words, at);
    const address = wide(words[at]!, words[at + 1]!);
    if (bytes > SMALL) this.blocks.push([address, address + bytes]);
  }

  private fence(order: number): void {
    if (order !== Order.relaxed && order !== Order.release) this.acquireFences++;
  }
}
