// Records as bytes, as a recorder writes them: for logs that are made here.

import { RAW_HEADER_BYTES, RAW_MAGIC, RAW_RECORD_BYTES, RAW_VERSION, Raw } from './format.ts';

export interface RecordFields {
  readonly address?: number;
  readonly size?: number;
  readonly site?: number;
  readonly extra?: number;
}

/** Every call adds a record, with what belongs to it. */
export class RecordWriter {
  private memory = new Uint8Array(64 * RAW_RECORD_BYTES);
  private view = new DataView(this.memory.buffer);
  private end = 0;

  /** All so far: a view that the next record may move. */
  get written(): Uint8Array {
    return this.memory.subarray(0, this.end);
  }

  record(kind: number, { address = 0, size = 0, site = 0, extra = 0 }: RecordFields = {}): this {
    const word1 = (Math.floor(address / 2 ** 32) & 0xffff) | (kind << 16) | (size << 24);
    const word3 = (Math.floor(site / 2 ** 32) & 0xffff) | (extra << 16);
    return this.words(address >>> 0, word1, site >>> 0, word3);
  }

  stamp(time: number): this {
    return this.record(Raw.stamp, { address: time });
  }

  allocate(address: number, length: number, site = 0, kind = 0, slack = 0): this {
    return this.record(Raw.allocate, { address, site, extra: kind }).record(Raw.length, { address: length, extra: slack });
  }

  /** Records that were made before. */
  append(records: Uint8Array): this {
    const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
    for (let at = 0; at < records.length; at += RAW_RECORD_BYTES)
      this.words(
        view.getUint32(at, true),
        view.getUint32(at + 4, true),
        view.getUint32(at + 8, true),
        view.getUint32(at + 12, true),
      );
    return this;
  }

  /** The values before and after an atomic, behind its record. */
  values(before: bigint, after: bigint): this {
    const at = this.end;
    this.words(0, 0, 0, 0);
    this.view.setBigInt64(at, before, true);
    this.view.setBigInt64(at + 8, after, true);
    return this;
  }

  private words(...four: readonly [number, number, number, number]): this {
    if (this.end === this.memory.length) {
      const more = new Uint8Array(2 * this.memory.length);
      more.set(this.memory);
      this.memory = more;
      this.view = new DataView(more.buffer);
    }
    for (const word of four) {
      this.view.setUint32(this.end, word >>> 0, true);
      this.end += 4;
    }
    return this;
  }
}

/** What a log begins with. */
export function rawHeader(thread: number, processId: number, version: number = RAW_VERSION): Uint8Array {
  const header = new Uint8Array(RAW_HEADER_BYTES);
  for (let i = 0; i < RAW_MAGIC.length; i++) header[i] = RAW_MAGIC.charCodeAt(i);
  const view = new DataView(header.buffer);
  view.setUint32(8, version, true);
  view.setUint32(12, thread, true);
  view.setUint32(16, processId, true);
  return header;
}
