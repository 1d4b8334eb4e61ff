// A log whose buffer is a mapped file, as the recorder of C writes it. A thread
//
//   1. says in the tail that it is busy, takes a time, puts the record into the tail, its first word last, and is no more busy;
//   2. when the tail is full: writes it to the log, zeroes it, says in its header how long the log is, and goes on;
//   3. at its end says in the header of the tail that it closes, writes the log, removes the tail.
//
// The follower reads in this order: busy, header, tail, tail, header, size of the log. It misses no record that was there when it read
// `busy`. If the tail was not zeroed when it was read, the record is seen there. If it was, the log had been written before, and has its
// new size. If both headers are the same, all that was read from the tail belongs behind the same offset, or is zero. What stands both
// in the log and in the tail is taken from the log. A log that grows while it is looked at is shorter than what the tail shows: then the
// tail was not yet zeroed when it was read.
//
// So a thread that is not busy has told of all times that it took up to then; one that is busy tells of none before its last.

import { WORDS } from '../assemble/raw-record.ts';
import { RAW_HEADER_BYTES, RAW_RECORD_BYTES } from '../format.ts';
import type { LogFiles } from './log-files.ts';
import { EVERYTHING, type LogContext, LogReader } from './log-reader.ts';
import { takeWritten } from './written-part.ts';

/** Words of the header. */
const CLOSED = 5;
const WRITTEN = 6;
/** How often a log is looked at that was emptied meanwhile, or has more than was expected. */
const TRIES = 4;
/** Most tails have no more that is new. */
const GLANCE_BYTES = 1 << 11;

export class MappedLog extends LogReader {
  /** Length of the log, and what its tail said of that, at the last look. */
  private size = -1;
  private written = RAW_HEADER_BYTES;
  /** All that was there was taken, and the tail was not being emptied. */
  private isCurrent = false;
  /** Where the mark of a busy thread is in the tail, at its end. */
  private readonly busyAt: number;

  constructor(files: LogFiles, number: number, context: LogContext, tailBytes: number) {
    super(files, number, context);
    this.busyAt = tailBytes - 8;
  }

  look(hasTail: boolean, isDead: boolean): void {
    // Of a thread that began while the folder was listed, the log may be there and the tail not. A tail comes before its log: who has a log
    // and no tail now is over.
    const isBusy = hasTail || this.files.size(this.number, 'tail') >= 0 ? this.isBusy() : undefined;
    if (isBusy === undefined) this.finish();
    else if (isDead || this.hasNews()) this.catchUp(isBusy, isDead);
    else this.limit(isBusy);
    this.isAtEnd = this.bound === EVERYTHING && this.progress.final === this.progress.seen;
  }

  /** Undefined if there is no tail. */
  private isBusy(): boolean | undefined {
    const { files, number } = this;
    const { bytes, words } = this.scratch.piece;
    const count = files.read(number, 'tail', bytes.subarray(0, 8), this.busyAt);
    if (count < 0) return undefined;
    return count === 8 && (words[0] !== 0 || words[1] !== 0);
  }

  /** The next record is there, or the tail was emptied, which begins with the log. */
  private hasNews(): boolean {
    if (!this.isCurrent) return true;
    const { files, number, progress } = this;
    const { bytes, words } = this.scratch.piece;
    words.fill(0, 0, WORDS);
    files.read(number, 'tail', bytes.subarray(0, RAW_RECORD_BYTES), placeInTail(progress.seen, this.written));
    return words[0] !== 0 || words[1] !== 0 || this.store.size() !== this.size;
  }

  private catchUp(isBusy: boolean, isDead: boolean): void {
    const { progress } = this;
    this.isCurrent = false;
    let most = GLANCE_BYTES;
    for (let tries = 0; tries < TRIES; tries++) {
      const written = this.header();
      if (written === EVERYTHING) {
        this.finish();
        return;
      }
      const from = Math.max(progress.seen, written);
      const words = this.readTail(from, written, most);
      const isSame = this.header() === written;
      const isClosed = this.scratch.piece.words[CLOSED] !== 0;
      this.size = this.store.size();
      if (!isSame) continue;
      this.written = written;
      if (isClosed && !isDead) {
        // What a thread tells that others close is not in its log. Its log is whole when the tail is gone.
        if (this.files.size(this.number, 'tail') < 0) this.finish();
        else this.limit(true);
        return;
      }
      this.takeLog(this.size);
      if (progress.seen >= from) this.takeTail((progress.seen - from) / 4, words);
      // A glance shows most tails to their end.
      if (most < this.busyAt && progress.seen + 2 * RAW_RECORD_BYTES > from + words * 4) {
        most = this.busyAt;
        continue;
      }
      this.isCurrent = this.size <= written;
      if (isDead || progress.isBroken) this.end();
      else this.limit(isBusy);
      return;
    }
    this.takeLog(this.size);
    this.limit(true);
  }

  /** Times of a log never fall, but a record that a signal interrupted may have the time of one that is seen already. */
  private limit(isBusy: boolean): void {
    this.bound = isBusy ? this.progress.time - 1 : EVERYTHING;
  }

  /** How much of the log is written, all if there is no tail; the header is in the scratch. */
  private header(): number {
    const { bytes, words } = this.scratch.piece;
    words.fill(0, 0, RAW_HEADER_BYTES / 4);
    if (this.files.read(this.number, 'tail', bytes.subarray(0, RAW_HEADER_BYTES), 0) < 0) return EVERYTHING;
    // A tail that was just made has no header yet.
    const written = words[WRITTEN]! + words[WRITTEN + 1]! * 0x1_0000_0000;
    return Math.max(RAW_HEADER_BYTES, written);
  }

  /** Reads the tail twice from an offset of the log on, into the buffers of the scratch; how many words that are. */
  private readTail(offset: number, written: number, most: number): number {
    const { files, number, scratch } = this;
    const at = placeInTail(offset, written);
    const bytes = Math.max(0, Math.min(most, this.busyAt - RAW_RECORD_BYTES - at));
    const first = Math.max(0, files.read(number, 'tail', scratch.tailBefore.bytes.subarray(0, bytes), at));
    const second = Math.max(0, files.read(number, 'tail', scratch.tail.bytes.subarray(0, bytes), at));
    return Math.min(first, second) / 4;
  }

  private takeTail(at: number, words: number): void {
    const { scratch, progress } = this;
    progress.take(scratch, scratch.tail, at, words, scratch.tailBefore);
  }

  private takeLog(size: number): void {
    const { progress } = this;
    do takeWritten(this.store, progress, size, this.scratch);
    while (progress.seen < size && this.store.turnsAt(progress.seen));
    if (size >= progress.seen) progress.settle();
  }

  /** The tail is gone: the log has it all. */
  private finish(): void {
    this.size = this.store.size();
    this.takeLog(this.size);
    this.end();
  }

  private end(): void {
    this.progress.settle();
    this.isOver = true;
    this.bound = EVERYTHING;
  }

  /** What is final may have moved from the tail to the log since it was seen. */
  read(target: Uint8Array, offset: number): number {
    const { files, number, store } = this;
    let done = 0;
    while (done < target.length) {
      const at = offset + done;
      const rest = target.subarray(done);
      const written = this.header();
      const inTail = at < written ? 0 : files.read(number, 'tail', rest, placeInTail(at, written));
      const size = store.size();
      // The tail may have been emptied before it was read, but then the log is longer.
      const count = size > at ? store.read(rest.subarray(0, Math.min(rest.length, size - at)), at) : inTail;
      if (count <= 0 && store.turnsAt(at)) continue;
      if (count <= 0) break;
      done += count;
    }
    return done;
  }
}

function placeInTail(offset: number, written: number): number {
  return offset - written + RAW_HEADER_BYTES;
}
