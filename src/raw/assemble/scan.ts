// The first look at a recording: which logs there are, how far each can be used, who forks whom. Damage ends a log where it stands,
// is counted, and costs nothing that comes before it.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../base/error.ts';
import { unreadable } from '../../formats/file/failure.ts';
import { RAW_HEADER_BYTES, RAW_MAGIC, RAW_RECORD_BYTES, RAW_VERSION_WITH_CALLS, Raw } from '../format.ts';
import { type LogPart, partsWithRequest } from '../tails.ts';
import { LogFacts, type Stopped } from './log-facts.ts';
import type { Pause } from './pause.ts';
import { type LogFile, readPiece } from './raw-log.ts';
import { hasLength, isKnown, isLengthy, kindOf, WORDS, wordsOf } from './raw-record.ts';
import { mappedRegions, ToldMemory } from './told-memory.ts';

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

type ThreadFacts = Pick<LogFacts, 'acquireFences' | 'ended' | 'waits' | 'isStuck' | 'start' | 'calls' | 'locals'>;

export interface ThreadScan extends LogFile, Readonly<ThreadFacts> {}

/** A log that was gone through to its end. */
export interface ScannedLog extends LogFile {
  readonly facts: LogFacts;
}

export function noDamage(): Damage {
  return { unusable: 0, truncated: 0, garbage: 0, outside: 0 };
}

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
export async function scan(folder: string, pause?: Pause): Promise<Scan> {
  const logs = logNumbers(folder).map((number) => ({
    parts: partsWithRequest(folder, `thread-${number}`),
    path: join(folder, `thread-${number}.raw`),
  }));
  const bytes = logs.reduce((sum, { parts }) => sum + (parts?.at(-1)?.to ?? 0), 0);
  const scanner = new Scanner((read) => pause?.(read / bytes));
  for (const { parts, path } of logs) await scanner.log(parts, path);
  return scanOf(folder, scanner.logs, scanner.damage);
}

/** What the logs of a process say together. */
export function scanOf(folder: string, scanned: readonly ScannedLog[], damage: Damage): Scan {
  const logs = [...scanned].sort((a, b) => a.number - b.number);
  const reasons = logs.map(({ facts }) => facts.stopped);
  return {
    threads: logs.map(threadOf),
    forked: new Set(logs.flatMap(({ facts }) => facts.forked)),
    damage,
    stopped: reasons.find((stopped) => stopped?.by === 'system') ?? reasons.find((stopped) => stopped !== undefined),
    told: new ToldMemory([...mappedRegions(folder), ...logs.flatMap(({ facts }) => facts.blocks)]),
    records: logs.reduce((sum, { records }) => sum + records, 0),
  };
}

function threadOf({ parts, number, records, facts }: ScannedLog): ThreadScan {
  const { acquireFences, ended, waits, isStuck, start, calls, locals } = facts;
  return { parts, number, records, acquireFences, ended, waits, isStuck, start, calls, locals };
}

/** The numbers of the threads that have a log in the folder. */
export function logNumbers(folder: string): number[] {
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

/** The number of the thread and the version of a log, by its first words; undefined if this is no log. */
export function headOf(words: Uint32Array): { readonly number: number; readonly version: number } | undefined {
  const magic = String.fromCharCode(...new Uint8Array(words.buffer, words.byteOffset, RAW_MAGIC.length));
  return magic === RAW_MAGIC ? { number: words[3]!, version: words[2]! } : undefined;
}

class Scanner {
  readonly logs: ScannedLog[] = [];
  readonly damage: Damage = noDamage();
  private readonly numbers = new Set<number>();
  private readonly words = new Uint32Array((PIECE_RECORDS + 2) * WORDS);
  private facts = new LogFacts(false);
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
    const records = await this.records(parts!, size!);
    this.logs.push({ parts: parts!, number, records, facts: this.facts });
  }

  /** The number of the thread, if this is a log. */
  private header(parts: readonly LogPart[], size: number, path: string): number | undefined {
    const { words } = this;
    if (size < RAW_HEADER_BYTES) return undefined;
    readPiece(parts, words, 0, RAW_HEADER_BYTES, 0);
    const head = headOf(words);
    if (head === undefined) return undefined;
    const { version, number } = head;
    this.facts = new LogFacts(version >= RAW_VERSION_WITH_CALLS);
    if (version > RAW_VERSION_WITH_CALLS) {
      const hint = 'use the version of foretrace that recorded it, or a later one';
      throw new InputError('TRACE_VERSION', { file: path }, `the log is of version ${version}`, hint);
    }
    return number;
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
    const { words, facts } = this;
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
      if (!facts.take(kind, words, at)) break;
      at = next;
    }
    return at;
  }
}
