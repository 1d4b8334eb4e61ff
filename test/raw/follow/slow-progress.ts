// How far a log was gone through, a record at a time and from the words of docs/recording-format.md: for comparison with src/raw/follow/progress.ts.

import { ELEMENT_BITS, RAW_HEADER_BYTES, Raw, TIME_BITS, TIME_SHIFT, VALUES } from '../../../src/raw/format.ts';

const LENGTHY: readonly number[] = [Raw.readRange, Raw.writeRange, Raw.allocate, Raw.benign];
const ATOMIC: readonly number[] = [Raw.atomicLoad, Raw.atomicStore, Raw.atomicStores, Raw.atomicUpdate];
const PLAIN: readonly number[] = [Raw.read, Raw.write, Raw.readRange, Raw.writeRange];
const LETS_GROW: readonly number[] = [...PLAIN, Raw.stamp, Raw.repeat, Raw.call, Raw.place, Raw.visit];
const KINDS: readonly number[] = Object.values(Raw).filter((kind) => kind !== Raw.none && kind !== Raw.length);
const NONE = Number.POSITIVE_INFINITY;

interface Rec {
  readonly kind: number;
  readonly address: number;
  readonly size: number;
  readonly extra: number;
}

export class SlowProgress {
  seen = RAW_HEADER_BYTES;
  time = 0;
  isBroken = false;
  last: number = Raw.none;
  readonly records: { readonly kind: number; readonly at: number }[] = [];
  private growing = NONE;
  private repetition = NONE;

  get final(): number {
    return Math.min(this.seen, this.growing, this.repetition);
  }

  settle(): void {
    this.growing = NONE;
    this.repetition = NONE;
  }

  take(bytes: Buffer, start: number, end: number, before: Buffer): void {
    let at = start;
    while (at + 16 <= end && before.readBigUInt64LE(at) !== 0n) {
      const record = recordAt(bytes, at);
      if (record.kind === Raw.none) return;
      const isLong = LENGTHY.includes(record.kind) || (ATOMIC.includes(record.kind) && record.extra >= VALUES);
      const next = at + (isLong ? 32 : 16);
      if (next > end) return;
      if (!KINDS.includes(record.kind) || (LENGTHY.includes(record.kind) && !isLengthy(record.kind, recordAt(bytes, at + 16)))) {
        this.isBroken = true;
        return;
      }
      this.record(record, at);
      this.seen += next - at;
      at = next;
    }
  }

  private record({ kind, address, size, extra }: Rec, at: number): void {
    if (kind === Raw.stamp) this.time = Math.max(this.time, address);
    else if (PLAIN.includes(kind) || ATOMIC.includes(kind)) this.time += (extra >> TIME_SHIFT) & ((1 << TIME_BITS) - 1);
    else this.time += size;
    if (!LETS_GROW.includes(kind)) this.growing = NONE;
    const isWalk = (kind === Raw.read || kind === Raw.write) && (extra & ELEMENT_BITS) !== 0;
    if (isWalk && this.growing === NONE) this.growing = this.seen;
    this.repetition = kind === Raw.repeat ? this.seen : NONE;
    this.last = kind;
    this.records.push({ kind, at });
  }
}

function recordAt(bytes: Buffer, at: number): Rec {
  return { address: bytes.readUIntLE(at, 6), kind: bytes[at + 6]!, size: bytes[at + 7]!, extra: bytes.readUInt16LE(at + 14) };
}

function isLengthy(kind: number, behind: Rec): boolean {
  return behind.kind === Raw.length && (kind === Raw.allocate || behind.address <= 2 ** 47);
}
