// The log of one thread, read in pieces. A file is only open while a piece is read: thousands of threads do not need thousands of
// descriptors.

import { closeSync, openSync, readSync } from 'node:fs';
import { unreadable } from '../../formats/file/failure.ts';
import { RAW_HEADER_BYTES, RAW_RECORD_BYTES } from '../format.ts';
import type { LogPart } from '../tails.ts';
import { WORDS } from './raw-record.ts';

export interface LogFile {
  readonly parts: readonly LogPart[];
  /** The number that the program's runtime gave the thread. */
  readonly number: number;
  /** Whole records that are there to be used, with what belongs to them. */
  readonly records: number;
}

const BYTES_PER_WORD = 4;

/** Reads a piece of a log into the words from `at` on; the number of bytes that were there. */
export function readPiece(parts: readonly LogPart[], words: Uint32Array, at: number, bytes: number, offset: number): number {
  const target = new Uint8Array(words.buffer, words.byteOffset + at * BYTES_PER_WORD, bytes);
  let done = 0;
  for (const part of parts) {
    const start = offset + done;
    if (start < part.from || start >= part.to) continue;
    const wanted = Math.min(bytes - done, part.to - start);
    const count = readFile(part.path, target.subarray(done, done + wanted), part.at + start - part.from);
    done += count;
    if (count < wanted) break;
  }
  return done;
}

function readFile(path: string, target: Uint8Array, offset: number): number {
  try {
    const file = openSync(path, 'r');
    try {
      let done = 0;
      while (done < target.length) {
        const count = readSync(file, target, done, target.length - done, offset + done);
        if (count === 0) break;
        done += count;
      }
      return done;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Where one pass stands in a log: words[at..end) are there to be read. */
export class RawLog {
  readonly file: LogFile;
  /** Its place among the logs of the recording. */
  readonly index: number;
  words = new Uint32Array(0);
  at = 0;
  end = 0;
  /** Time of the record before the one at hand, and the time of that with its rank: the key that logs are merged by. */
  time = 0;
  key = 0;
  private readonly pieceRecords: number;
  /** Records that were read into `words` so far. */
  private loaded = 0;

  constructor(file: LogFile, index: number, pieceRecords: number) {
    this.file = file;
    this.index = index;
    this.pieceRecords = pieceRecords;
  }

  /** Where the last record starts that is in `words` with all that belongs to it; below `at` if there is none. */
  get last(): number {
    return this.loaded === this.file.records ? this.end - WORDS : this.end - 2 * WORDS;
  }

  /** Makes sure that a record and what belongs to it is in `words`. False at the end of the log. */
  fill(): boolean {
    const left = this.end - this.at;
    if (left >= 2 * WORDS) return true;
    const records = Math.min(this.pieceRecords, this.file.records - this.loaded);
    if (records === 0) {
      if (left <= 0) this.words = new Uint32Array(0);
      return left > 0;
    }
    if (this.words.length === 0) this.words = new Uint32Array((Math.min(this.pieceRecords, this.file.records) + 2) * WORDS);
    this.words.copyWithin(0, this.at, this.end);
    const offset = RAW_HEADER_BYTES + this.loaded * RAW_RECORD_BYTES;
    const bytes = readPiece(this.file.parts, this.words, left, records * RAW_RECORD_BYTES, offset);
    this.loaded += records;
    this.at = 0;
    this.end = left + Math.floor(bytes / RAW_RECORD_BYTES) * WORDS;
    return this.end > 0;
  }
}
