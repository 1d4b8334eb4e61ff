// Logs that grow, as a screen sees them that looks now and then: at each sweep there is all synchronisation up to a time, and of what is later,
// or is no synchronisation, as much as chance has it.

import fc from 'fast-check';
import { kindOf, timeOf, wordsOf } from '../../../src/raw/assemble/raw-record.ts';
import { RAW_HEADER_BYTES, Raw } from '../../../src/raw/format.ts';
import type { LogSource } from '../../../src/raw/screen/source.ts';
import { type RawLogWriter, timedInside } from '../raw-log.ts';

export interface Sweep {
  /** Time that passed since the one before. */
  readonly passed: number;
  /** Per log: how many records are there that need not be. */
  readonly more: readonly number[];
  /** Per log: whether it is said to be over as soon as it is. */
  readonly ends: readonly boolean[];
}

const LOGS = 4;

export const arbitrarySweeps: fc.Arbitrary<Sweep[]> = fc.array(
  fc.record({
    passed: fc.nat(12),
    more: fc.array(fc.nat(4), { minLength: LOGS, maxLength: LOGS }),
    ends: fc.array(fc.boolean(), { minLength: LOGS, maxLength: LOGS }),
  }),
  { maxLength: 12 },
);

const PLAIN: readonly number[] = [Raw.read, Raw.write, Raw.readRange, Raw.writeRange, Raw.repeat];

interface Log {
  readonly bytes: Uint8Array;
  /** Per record: where it ends, its time, and whether it is synchronisation. */
  readonly records: readonly { readonly end: number; readonly time: number; readonly syncs: boolean }[];
  available: number;
  isOver: boolean;
}

export class GrowingLogs implements LogSource {
  private readonly logs = new Map<number, Log>();
  private readonly isLate: boolean;
  private frontier = 0;

  /** `isLate`: plain accesses may come after their time. */
  constructor(logs: readonly RawLogWriter[], isLate: boolean) {
    this.isLate = isLate;
    for (const log of logs) {
      const bytes = Uint8Array.from(timedInside(log.bytes()));
      this.logs.set(log.number, { bytes, records: recordsOf(bytes), available: 0, isOver: false });
    }
  }

  /** The time up to which all synchronisation is there now. */
  sweep({ passed, more, ends }: Sweep): number {
    this.frontier += passed;
    for (const [number, log] of this.logs) {
      const due = log.records.findLastIndex(({ time, syncs }) => time <= this.frontier && (syncs || !this.isLate));
      const first = log.records.findIndex(({ end }) => end > log.available);
      const known = first < 0 ? log.records.length : first;
      const count = Math.min(Math.max(due + 1, known) + more[number % LOGS]!, log.records.length);
      log.available = count === 0 ? 0 : log.records[count - 1]!.end;
      log.isOver = log.isOver || (count === log.records.length && ends[number % LOGS]!);
    }
    return this.frontier;
  }

  /** Numbers of the logs that there are. */
  get there(): number[] {
    return [...this.logs].filter(([, { available }]) => available > 0).map(([number]) => number);
  }

  finish(): void {
    for (const log of this.logs.values()) log.available = log.bytes.length;
  }

  available(number: number): number {
    return this.logs.get(number)!.available;
  }
  isOver(number: number): boolean {
    return this.logs.get(number)!.isOver;
  }
  read(number: number, words: Uint32Array, at: number, bytes: number, offset: number): void {
    const target = new Uint8Array(words.buffer, words.byteOffset + 4 * at, bytes);
    target.set(this.logs.get(number)!.bytes.subarray(offset, offset + bytes));
  }
}

function recordsOf(bytes: Uint8Array): Log['records'] {
  const words = new Uint32Array(bytes.slice(RAW_HEADER_BYTES).buffer);
  const records: Log['records'][number][] = [];
  let time = 0;
  for (let at = 0; at < words.length; ) {
    const kind = kindOf(words[at + 1]!);
    time = timeOf(kind, words, at, time);
    at += wordsOf(kind, words[at + 3]!);
    records.push({ end: RAW_HEADER_BYTES + 4 * at, time, syncs: kind !== Raw.stamp && !PLAIN.includes(kind) });
  }
  return records;
}
