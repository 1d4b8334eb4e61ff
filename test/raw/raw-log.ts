// Writes recordings by hand: raw logs as a runtime would leave them, record by record. For tests of the assembler and of runtimes.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Order,
  RAW_HEADER_BYTES,
  RAW_RECORD_BYTES,
  RAW_VERSION,
  RAW_VERSION_WITH_CALLS,
  Raw,
  VALUES,
} from '../../src/raw/format.ts';
import { RecordWriter, rawHeader } from '../../src/raw/record-writer.ts';

/** The log of one thread. Every call adds a record (and what belongs to it) and returns the log. */
export class RawLogWriter extends RecordWriter {
  readonly number: number;
  private version: number = RAW_VERSION;

  constructor(number: number) {
    super();
    this.number = number;
  }

  read(address: number, size = 4, site = 0): this {
    return this.record(Raw.read, { address, size, site });
  }

  write(address: number, size = 4, site = 0): this {
    return this.record(Raw.write, { address, size, site });
  }

  readRange(address: number, length: number, site = 0): this {
    return this.record(Raw.readRange, { address, site }).record(Raw.length, { address: length });
  }

  writeRange(address: number, length: number, site = 0): this {
    return this.record(Raw.writeRange, { address, site }).record(Raw.length, { address: length });
  }

  free(address: number): this {
    return this.record(Raw.free, { address });
  }

  /** Loads tell the value that they saw. Without a value the record has none. */
  atomicLoad(address: number, value?: number, order: number = Order.sequential, size = 4): this {
    return this.atomic(Raw.atomicLoad, address, size, order, value, value);
  }

  atomicStore(address: number, value?: number, order: number = Order.sequential, size = 4): this {
    return this.atomic(Raw.atomicStore, address, size, order, 0, value);
  }

  atomicUpdate(address: number, before?: number, after?: number, order: number = Order.sequential, size = 4): this {
    return this.atomic(Raw.atomicUpdate, address, size, order, before, after);
  }

  fence(order: number): this {
    return this.record(Raw.fence, { extra: order });
  }

  acquire(lock: number): this {
    return this.record(Raw.acquire, { address: lock });
  }

  release(lock: number): this {
    return this.record(Raw.release, { address: lock });
  }

  /** The next context: a call at a code address, in another context. */
  call(site: number, caller = 0, extra = 0): this {
    this.version = RAW_VERSION_WITH_CALLS;
    return this.record(Raw.call, { address: caller, site, extra });
  }

  /** The next place: a code address in a context. */
  place(address: number, context = 0): this {
    this.version = RAW_VERSION_WITH_CALLS;
    return this.record(Raw.place, { address, site: context });
  }

  /** The whole file. */
  bytes(processId = 1): Uint8Array {
    // With memory of its own: some look at it as words.
    return Uint8Array.from(Buffer.concat([rawHeader(this.number, processId, this.version), this.written]));
  }

  private atomic(kind: number, address: number, size: number, order: number, before?: number, after?: number): this {
    if (after === undefined) return this.record(kind, { address, size, extra: order });
    return this.record(kind, { address, size, extra: order | VALUES }).values(BigInt(before ?? 0), BigInt(after));
  }
}

const ATOMICS: readonly number[] = [Raw.atomicLoad, Raw.atomicStore, Raw.atomicStores, Raw.atomicUpdate];
const TIMED_IN_EXTRA: readonly number[] = [Raw.read, Raw.write, Raw.readRange, Raw.writeRange, ...ATOMICS];

/** The same log with the time in its records, as a recorder of version 2 writes it: stamps are left where a record has no room. */
export function timedInside(log: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [log.subarray(0, RAW_HEADER_BYTES)];
  let [time, pending] = [0, 0];
  for (let at = RAW_HEADER_BYTES; at < log.length; at += RAW_RECORD_BYTES) {
    const record = Buffer.from(log.subarray(at, at + RAW_RECORD_BYTES));
    const kind = record[6]!;
    if (kind === Raw.stamp) {
      pending = Math.max(pending, record.readUIntLE(0, 6));
      continue;
    }
    const passed = Math.max(pending - time, 0);
    time += passed;
    const inExtra = TIMED_IN_EXTRA.includes(kind);
    if (passed > (inExtra ? 0xfff : 0xff)) kept.push(new RecordWriter().stamp(time).written.slice());
    else if (inExtra) record.writeUInt16LE(record.readUInt16LE(14) | (passed << 3), 14);
    else record[7] = passed;
    kept.push(record);
    if (ATOMICS.includes(kind) && record[15]! >= 0x80) {
      at += RAW_RECORD_BYTES;
      kept.push(log.subarray(at, at + RAW_RECORD_BYTES));
    }
  }
  return Buffer.concat(kept);
}

/** A folder of one process with these logs; `change` may damage a file before it is written. */
export function recording(
  logs: readonly RawLogWriter[],
  change: (bytes: Uint8Array, number: number) => Uint8Array = (bytes) => bytes,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-recording-'));
  mkdirSync(folder, { recursive: true });
  for (const log of logs) writeFileSync(join(folder, `thread-${log.number}.raw`), change(log.bytes(), log.number));
  return folder;
}
