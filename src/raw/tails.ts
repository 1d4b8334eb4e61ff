// A log is read from up to two files. What a thread had not yet written when its process died is in its buffer, which is a file too:
// `thread-N.tail`, a header like a log's, whose reserved word says how long the log was when the buffer was empty, records, and zeros.
// What the thread waited for stands at the end of that file: a record, and the offset in the log that it belongs at.
// Nothing is written here: the disk may be full, which is why there is a tail, or the recording may be somebody else's.

import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RAW_HEADER_BYTES, RAW_RECORD_BYTES, STUCK, Wanted } from './format.ts';

/** The bytes [from, to) of a log, which stand in a file from `at` on. */
export interface LogPart {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

const RESERVED_AT = 24;
/** From the end of a tail: the request, and behind it the offset. */
const REQUEST_BEFORE_END = 32;

/** The log of the thread with what it waited for at the end, front to back; undefined if none of its files can be had. `name` is `thread-N`. */
export function partsWithRequest(folder: string, name: string): readonly LogPart[] | undefined {
  const parts = logParts(folder, name);
  const request = requestIn(join(folder, `${name}.tail`))?.part;
  const whole = parts?.filter(({ from }) => from < (request?.from ?? 0)) ?? [];
  const last = whole.pop();
  if (request === undefined || last === undefined || last.to < request.from) return parts;
  return [...whole, { ...last, to: request.from }, request];
}

/** The same without that, as those who follow it see it. @internal */
export function logParts(folder: string, name: string): readonly LogPart[] | undefined {
  const log = join(folder, `${name}.raw`);
  const tail = join(folder, `${name}.tail`);
  const written = writtenBefore(tail);
  const size = sizeOf(log);
  const rest = written === undefined ? 0 : sizeOf(tail)!;
  if (written !== undefined && written <= RAW_HEADER_BYTES) return [{ path: tail, from: 0, to: rest, at: 0 }];
  if (size === undefined) return undefined;
  // A log that is shorter than its tail says has lost more than the tail can mend.
  if (written === undefined || size < written) return [{ path: log, from: 0, to: size, at: 0 }];
  return [
    { path: log, from: 0, to: written, at: 0 },
    { path: tail, from: written, to: written + rest - RAW_HEADER_BYTES, at: RAW_HEADER_BYTES },
  ];
}

/** What the thread waits for, as a part of its log; undefined if it does not, or has done something since. */
function requestIn(tail: string): { readonly part: LogPart; readonly isStuck: boolean } | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(tail);
  } catch {
    return undefined;
  }
  const at = bytes.length - REQUEST_BEFORE_END;
  if (at < RAW_HEADER_BYTES || bytes.readBigUInt64LE(at) === 0n) return undefined;
  const extra = bytes.readUInt16LE(at + RAW_RECORD_BYTES - 2);
  const from = Number(bytes.readBigUInt64LE(at + RAW_RECORD_BYTES));
  const behind = from - Number(bytes.readBigUInt64LE(RESERVED_AT)) + RAW_HEADER_BYTES;
  if (behind < RAW_HEADER_BYTES || behind > at || bytes.readBigUInt64LE(behind) !== 0n) return undefined;
  const isStuck = (extra & STUCK) !== 0;
  if (!isStuck && extra > Wanted.end) return undefined;
  return { part: { path: tail, from, to: from + RAW_RECORD_BYTES, at }, isStuck };
}

/** Whether threads of a process may have waited for each other when it ended, or did for what nobody was left to do. */
export function mayHaveHung(folder: string): boolean {
  const tails = readdirSync(folder).filter((name) => name.endsWith('.tail'));
  const requests = tails.flatMap((name) => requestIn(join(folder, name)) ?? []);
  return requests.length > 1 || requests.some(({ isStuck }) => isStuck);
}

/** How long the log was when the tail was begun; undefined if there is no tail, or an empty one: then the log has all that was before. */
function writtenBefore(tail: string): number | undefined {
  const head = Buffer.alloc(RAW_HEADER_BYTES + RAW_RECORD_BYTES);
  try {
    const file = openSync(tail, 'r');
    try {
      if (readSync(file, head, 0, head.length, 0) < head.length) return undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
  return head.readBigUInt64LE(RAW_HEADER_BYTES) === 0n ? undefined : Number(head.readBigUInt64LE(RESERVED_AT));
}

function sizeOf(path: string): number | undefined {
  try {
    return statSync(path).size;
  } catch {
    return undefined;
  }
}
