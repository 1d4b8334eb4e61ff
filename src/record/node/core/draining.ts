// Writes the buffer of a thread to its file, by the thread itself or by another one, and stops the log when the process has recorded enough.

import { RAW_HEADER_BYTES, RAW_RECORD_BYTES, Raw } from '../../../raw/format.ts';
import { BUFFER_START, Buffer32, Control32 } from './hooks.ts';
import { BY_LIMIT, BY_SYSTEM, bytesIn, cut, save, stoppedRecord, write, written } from './log-file.ts';
import { natives } from './natives.ts';

/** Times are 32 bits; recording stops before they run out. */
const LAST_TIME = 0xf000_0000;
/** How long a thread waits for another that writes its log. */
const PATIENCE_MS = 500;

export interface Bounds {
  readonly control: Int32Array;
  readonly maxRecords: number;
}

/** Saves a log that its thread goes on to write: nothing in it changes. */
export function peek(buffer: Int32Array, fd: number): void {
  if (natives.compareExchange(buffer, Buffer32.flushing, 0, 1) !== 0) return;
  try {
    save(buffer, fd, false);
  } finally {
    release(buffer);
  }
}

/**
 * Saves a log and empties it. Somebody else may just be saving it, and has time to finish; one who was ended there has not. `reduced`: what is to be
 * saved instead.
 */
export function drain(buffer: Int32Array, fd: number, bounds: Bounds, reduced?: Int32Array): void {
  if (natives.compareExchange(buffer, Buffer32.flushing, 0, 1) !== 0) natives.wait(buffer, Buffer32.flushing, 1, PATIENCE_MS);
  natives.store(buffer, Buffer32.flushing, 1);
  try {
    const { count, total } = save(reduced ?? buffer, fd, true);
    // Somebody may have saved more for now.
    if (reduced !== undefined) cut(fd, total);
    buffer[Buffer32.head] = BUFFER_START;
    buffer[Buffer32.flushedLow] = total | 0;
    buffer[Buffer32.flushedHigh] = Math.floor(total / 0x1_0000_0000);
    bound(buffer, fd, count, total, bounds);
  } finally {
    release(buffer);
  }
}

function release(buffer: Int32Array): void {
  natives.store(buffer, Buffer32.flushing, 0);
  natives.notify(buffer, Buffer32.flushing);
}

/** Stops the log when the process has recorded enough, or another thread cannot go on, with a record that says so. */
function bound(buffer: Int32Array, fd: number, count: number, total: number, { control, maxRecords }: Bounds): void {
  // Counted in units of 16 records, so that 32 bits suffice.
  const units = (natives.add(control, Control32.records, (count + 15) >> 4) >>> 0) + ((count + 15) >> 4);
  if (units * 16 < maxRecords && control[Control32.time]! >>> 0 < LAST_TIME && control[Control32.stopped] === 0) return;
  natives.compareExchange(control, Control32.stopped, 0, 1);
  buffer[Buffer32.closed] = 1;
  const why = control[Control32.stopped]!;
  const record = why > 0 ? stoppedRecord(BY_LIMIT, 0) : stoppedRecord(BY_SYSTEM, why === -1 ? 0 : -why);
  const position = RAW_HEADER_BYTES + total * RAW_RECORD_BYTES;
  // What others did up to now still counts. Without room for that it is the time of this log's last stamp.
  const stamped = [control[Control32.time]!, Raw.stamp << 16, 0, 0, ...record];
  if (written(fd, bytesIn(stamped), position).error !== undefined) write(fd, bytesIn(record), position);
}
