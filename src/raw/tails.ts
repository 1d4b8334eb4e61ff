// What a thread had not yet written when its process died is in its buffer, which is a file too: `thread-N.tail`, a header like a
// log's, whose reserved word says how long the log was when the buffer was empty, records, and zeros.
// This puts it where it belongs.

import { closeSync, ftruncateSync, openSync, readdirSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { RAW_HEADER_BYTES, RAW_RECORD_BYTES } from './format.ts';

const TAIL_NAME = /^thread-\d+\.tail$/;
const RESERVED_AT = 24;

/** Completes the logs in the folder of one process. Does nothing where nothing may be written. */
export function completeLogs(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!TAIL_NAME.test(name)) continue;
    const tail = join(folder, name);
    try {
      complete(tail, `${tail.slice(0, -'.tail'.length)}.raw`);
      unlinkSync(tail);
    } catch {
      // A recording that may only be read: the log is used as far as it goes.
    }
  }
}

function complete(tail: string, log: string): void {
  const bytes = readFileSync(tail);
  // An empty tail: its thread was about to fill it, and the log has all that was before.
  if (bytes.length < RAW_HEADER_BYTES + RAW_RECORD_BYTES || bytes.readBigUInt64LE(RAW_HEADER_BYTES) === 0n) return;
  const written = Number(bytes.readBigUInt64LE(RESERVED_AT));
  bytes.fill(0, RESERVED_AT, RAW_HEADER_BYTES);
  const file = openSync(log, written > RAW_HEADER_BYTES ? 'r+' : 'w');
  try {
    ftruncateSync(file, written > RAW_HEADER_BYTES ? written : 0);
    const first = written > RAW_HEADER_BYTES ? RAW_HEADER_BYTES : 0;
    writeSync(file, bytes, first, bytes.length - first, first === 0 ? 0 : written);
  } finally {
    closeSync(file);
  }
}
