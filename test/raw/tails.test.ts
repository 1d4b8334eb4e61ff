// What the tails of logs say of threads that waited when their process ended.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RAW_HEADER_BYTES, RAW_RECORD_BYTES, Raw, STUCK, Wanted } from '../../src/raw/format.ts';
import { mayHaveHung } from '../../src/raw/tails.ts';
import { RawLogWriter } from './raw-log.ts';

const TAIL_BYTES = 1 << 12;
const REQUEST_BEFORE_END = 32;

/** A tail with one record, and a request behind it if `extra` says what for. */
function tail(number: number, extra: number | undefined): Buffer {
  const bytes = Buffer.alloc(TAIL_BYTES);
  const log = new RawLogWriter(number).record(Raw.acquire, { address: 0x100 }).bytes();
  bytes.set(log.subarray(0, RAW_HEADER_BYTES + RAW_RECORD_BYTES));
  // The tail was begun when nothing but the header was written.
  bytes.writeBigUInt64LE(BigInt(RAW_HEADER_BYTES), 24);
  if (extra === undefined) return bytes;
  const request = new RawLogWriter(number).record(Raw.request, { address: 0x200, extra }).bytes();
  bytes.set(request.subarray(RAW_HEADER_BYTES, RAW_HEADER_BYTES + RAW_RECORD_BYTES), TAIL_BYTES - REQUEST_BEFORE_END);
  bytes.writeBigUInt64LE(BigInt(RAW_HEADER_BYTES + RAW_RECORD_BYTES), TAIL_BYTES - REQUEST_BEFORE_END + RAW_RECORD_BYTES);
  return bytes;
}

test.each<[string, readonly (number | undefined)[], boolean]>([
  ['nobody', [undefined, undefined], false],
  ['one for a lock, while another went on', [Wanted.lock, undefined], false],
  ['two for locks', [Wanted.lock, Wanted.lock], true],
  ['one to be woken, by somebody who may come', [Wanted.waking, undefined], false],
  ['one to be woken, and nobody is left', [Wanted.waking | STUCK], true],
])('%s waited at the end', (_, requests, hung) => {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [number, extra] of requests.entries()) writeFileSync(join(folder, `thread-${number}.tail`), tail(number, extra));
  expect(mayHaveHung(folder)).toBe(hung);
});
