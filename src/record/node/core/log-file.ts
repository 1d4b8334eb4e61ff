// The file of a thread's log. Behind its records it always has room for one more, of zeros: there the log can say that it stops when the
// system takes no more.

import fs from 'node:fs';
import { kindOf, wordsOf } from '../../../raw/assemble/raw-record.ts';
import {
  RAW_CLOSED_AT,
  RAW_HEADER_BYTES,
  RAW_MAGIC,
  RAW_RECORD_BYTES,
  RAW_VERSION_WITH_CALLS,
  Raw,
} from '../../../raw/format.ts';
import { BUFFER_START, Buffer32 } from './hooks.ts';
import { errnoOf } from './stopping.ts';

// Taken now: the program's fs is patched later.
const { ftruncateSync, writeSync } = fs;

/** Extra of a `stopped` record. */
export const BY_LIMIT = 1;
export const BY_SYSTEM = 2;

/** How many records the file has, as far as its thread knows. */
export function flushedRecords(buffer: Int32Array): number {
  return (buffer[Buffer32.flushedLow]! >>> 0) + buffer[Buffer32.flushedHigh]! * 0x1_0000_0000;
}

const ROOM = new Uint8Array(RAW_RECORD_BYTES);

/** Everything between the start and the head goes to where it belongs in the file: done twice, it is the same. `stops`: room for one
 * more record must be had behind it, and a log that cannot be saved is marked. */
export function save(buffer: Int32Array, fd: number, stops: boolean): { count: number; total: number } {
  const bytes = buffer[Buffer32.head]! - BUFFER_START;
  const flushed = flushedRecords(buffer);
  const position = RAW_HEADER_BYTES + flushed * RAW_RECORD_BYTES;
  if (flushed === 0) write(fd, fileHeader(buffer[Buffer32.thread]!), 0);
  const { done, error } = written(fd, new Uint8Array(buffer.buffer, BUFFER_START, bytes), position);
  const failure = error ?? (stops ? written(fd, ROOM, position + bytes).error : undefined);
  if (failure !== undefined) {
    if (stops) markStopped(buffer, fd, done, errnoOf(failure));
    throw failure;
  }
  const count = bytes / RAW_RECORD_BYTES;
  return { count, total: flushed + count };
}

/** Takes away what is behind so many records and the room for one more. */
export function cut(fd: number, records: number): void {
  ftruncateSync(fd, RAW_HEADER_BYTES + (records + 1) * RAW_RECORD_BYTES);
}

/** An `end` in the room behind the records, which the next one overwrites. Whether it could be written. */
export function saveEnd(buffer: Int32Array, fd: number): boolean {
  return written(fd, bytesIn([0, Raw.end << 16, 0, 0]), endOf(buffer)).error === undefined;
}

/** An end that cannot be taken away is cut off: the thread goes on, and its log does not. */
export function takeEndAway(buffer: Int32Array, fd: number): void {
  const { error } = written(fd, ROOM, endOf(buffer));
  if (error === undefined) return;
  markStopped(buffer, fd, 0, errnoOf(error));
  throw error;
}

function endOf(buffer: Int32Array): number {
  return RAW_HEADER_BYTES + flushedRecords(buffer) * RAW_RECORD_BYTES;
}

/** Says in the header that nothing more will come, for a thread that did not come to its end. */
export function saveClosed(fd: number): void {
  write(fd, bytesIn([1]), RAW_CLOSED_AT);
}

/** Makes the last whole record of the `done` bytes that were written since the last time, or the room behind the records before, say
 * that the log ends. */
export function markStopped(buffer: Int32Array, fd: number, done: number, errno: number): void {
  let at = 0;
  for (;;) {
    const word = (BUFFER_START + at) >> 2;
    const next = at + 4 * wordsOf(kindOf(buffer[word + 1]!), buffer[word + 3]!);
    if (next + RAW_RECORD_BYTES > done) break;
    at = next;
  }
  const position = RAW_HEADER_BYTES + flushedRecords(buffer) * RAW_RECORD_BYTES + at;
  const isMarked = written(fd, bytesIn(stoppedRecord(BY_SYSTEM, errno)), position).error === undefined;
  try {
    // An end that was there for now must not stay, and to cut it off needs no room.
    ftruncateSync(fd, position + (isMarked ? RAW_RECORD_BYTES : 0));
  } catch {
    // What follows is not read.
  }
}

export function stoppedRecord(extra: number, errno: number): readonly number[] {
  return [errno, Raw.stopped << 16, 0, extra << 16];
}

export function bytesIn(record: readonly number[]): Uint8Array {
  return new Uint8Array(new Int32Array(record).buffer);
}

function fileHeader(thread: number): Uint8Array {
  const header = new DataView(new ArrayBuffer(RAW_HEADER_BYTES));
  for (let i = 0; i < RAW_MAGIC.length; i++) header.setUint8(i, RAW_MAGIC.charCodeAt(i));
  header.setUint32(8, RAW_VERSION_WITH_CALLS, true);
  header.setUint32(12, thread, true);
  header.setUint32(16, process.pid, true);
  return new Uint8Array(header.buffer);
}

/** Writes as much as the system takes: how many bytes that were, and the error if they were not all. */
export function written(fd: number, bytes: Uint8Array, position: number): { done: number; error: unknown } {
  let done = 0;
  try {
    while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done, position + done);
    return { done, error: undefined };
  } catch (error) {
    return { done, error };
  }
}

export function write(fd: number, bytes: Uint8Array, position: number): void {
  const { error } = written(fd, bytes, position);
  if (error !== undefined) throw error;
}
