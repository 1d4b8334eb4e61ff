// Raw logs of two threads, cut and damaged: assembled into a well-formed trace, or refused.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Order, PLACE_BIT, RAW_HEADER_BYTES, RAW_RECORD_BYTES, Raw } from '../../../src/raw/format.ts';
import { assembledFolder } from '../../raw/assemble/assembled.ts';
import { RawLogWriter } from '../../raw/raw-log.ts';
import { type Broken, mutate, type Random } from '../mutate.ts';
import { answered, type Target } from '../target.ts';

function logs(): RawLogWriter[] {
  const first = new RawLogWriter(0)
    .stamp(1)
    .call(3)
    .call(4, 1)
    .place(5, 2)
    .place(6)
    .allocate(0x1000, 64, PLACE_BIT + 1)
    .record(Raw.fork, { address: 1 })
    .write(0x1000, 4, PLACE_BIT + 2)
    .stamp(3)
    .acquire(0x10)
    .writeRange(0x1008, 24, 7)
    .release(0x10)
    .stamp(5)
    .atomicStore(0x2000, 1)
    .record(Raw.join, { address: 1 })
    .free(0x1000);
  const second = new RawLogWriter(1)
    .stamp(2)
    .read(0x1000)
    .atomicLoad(0x2000, 0)
    .atomicUpdate(0x2000, 0, 1, Order.sequential)
    .stamp(4)
    .acquire(0x10)
    .readRange(0x1008, 24, 9)
    .release(0x10)
    .fence(Order.sequential)
    .stamp(6)
    .record(Raw.barrierEnter, { address: 0x30 })
    .record(Raw.barrierExit, { address: 0x30 });
  return [first, second];
}

/** Both logs in one input: a length before the first. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first, second] = parts as [Uint8Array, Uint8Array];
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, first.length, true);
  return Buffer.concat([length, first, second]);
}

function taken(bytes: Uint8Array): Uint8Array[] {
  const length = bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const at = Math.min(4 + length, bytes.length);
  return [bytes.subarray(4, at), bytes.subarray(at)];
}

/** Changes whole records, or fields of one. */
function mutateRecords(bytes: Uint8Array, random: Random, other: Uint8Array): Broken {
  const parts = taken(bytes);
  const which = random.below(2);
  const log = parts[which]!;
  const records = Math.floor((log.length - RAW_HEADER_BYTES) / RAW_RECORD_BYTES);
  if (records < 1) return mutate(bytes, random, other);
  const at = RAW_HEADER_BYTES + random.below(records) * RAW_RECORD_BYTES;
  const record = new Uint8Array(log.subarray(at, at + RAW_RECORD_BYTES));
  const field = random.of([0, 1, 4, 5, 6, 7, 8, 12, 14]);
  record[field] = random.of([0, 1, 2, 3, 8, 16, 24, 64, 127, 255, random.below(256)]);
  const change = random.below(3);
  const before = Buffer.from(log.subarray(0, at));
  const after = log.subarray(change === 0 ? at : at + RAW_RECORD_BYTES);
  const changed = Buffer.concat([before, ...(change === 2 ? [] : [record]), after]);
  return { bytes: joined(parts.with(which, changed)), how: ['insert record', 'change record', 'drop record'][change]! };
}

export const rawLogs: Target = {
  name: 'raw-logs',
  seeds: () => [joined(logs().map((log) => log.bytes()))],
  mutate: mutateRecords,
  async run(bytes) {
    const folder = mkdtempSync(join(tmpdir(), 'foretrace-fuzz-'));
    try {
      for (const [number, part] of taken(bytes).entries()) writeFileSync(join(folder, `thread-${number}.raw`), part);
      await answered(() => assembledFolder(folder));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
