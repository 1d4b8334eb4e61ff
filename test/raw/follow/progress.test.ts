// The kernel that goes through logs against its definition, on records that are whole, torn, grown and garbage.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LogFacts, TELLING } from '../../../src/raw/assemble/log-facts.ts';
import { SMALL } from '../../../src/raw/assemble/told-memory.ts';
import { Progress } from '../../../src/raw/follow/progress.ts';
import { sharedScratch } from '../../../src/raw/follow/scratch.ts';
import { Raw } from '../../../src/raw/format.ts';
import { runs } from '../../runs.ts';
import { SlowProgress } from './slow-progress.ts';

/** Records with what must follow them, most often; few times are long, and some kinds are none. */
const KINDS = [...Object.values(Raw), Raw.read, Raw.write, Raw.read, Raw.write, Raw.repeat, Raw.allocate, 7, 200];
const LENGTHS = [1, 64, SMALL, SMALL + 1, 2 ** 47, 2 ** 47 + 1];
const arbitraryRecord = fc.record({
  kind: fc.constantFrom(...KINDS),
  size: fc.nat(255),
  address: fc.oneof(
    fc.nat(1000),
    fc.maxSafeNat().map((n) => n % 2 ** 48),
  ),
  extra: fc.constantFrom(0, 0, 1, 4, 8, 0x18, 0x7ff8, 0x8000, 0x8005, 0xffff),
  length: fc.option(fc.constantFrom(...LENGTHS), { freq: 20 }),
  isThere: fc.boolean(),
});
type Arbitrary = typeof arbitraryRecord extends fc.Arbitrary<infer R> ? R : never;

const HAS_LENGTH: readonly number[] = [Raw.readRange, Raw.writeRange, Raw.allocate, Raw.benign];

function recordOf(kind: number, size: number, address: number, extra: number): Buffer {
  const record = Buffer.alloc(16);
  record.writeUIntLE(address, 0, 6);
  record[6] = kind;
  record[7] = size;
  record.writeUInt16LE(extra, 14);
  return record;
}

function bytesOf({ kind, size, address, extra, length }: Arbitrary): Buffer {
  const record = recordOf(kind, size, address, extra);
  if (length === null || !HAS_LENGTH.includes(kind)) return record;
  return Buffer.concat([record, recordOf(Raw.length, 0, length, 0)]);
}

class Noting extends LogFacts {
  readonly notes: number[] = [];
  override take(kind: number, _: Uint32Array, at: number): boolean {
    this.notes.push(kind, at);
    return true;
  }
}

test('a log is gone through as its definition says, in whatever pieces', () => {
  const scratch = sharedScratch();
  let long = 0;
  const pieces = fc.array(
    fc.record({ records: fc.array(arbitraryRecord, { maxLength: 12 }), start: fc.nat(3), cut: fc.nat(2), settles: fc.boolean() }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(pieces, (all) => {
      const facts = new Noting(true);
      const [fast, slow] = [new Progress(facts), new SlowProgress()];
      for (const { records, start, cut, settles } of all) {
        const bytes = Buffer.concat([Buffer.alloc(16 * start), ...records.map(bytesOf)]);
        const before = Buffer.from(bytes);
        const missing = records.findIndex(({ isThere }) => !isThere);
        if (missing > 8) before.fill(0, 16 * (start + missing));
        const end = Math.max(16 * start, bytes.length - 16 * cut);
        scratch.tail.bytes.set(bytes);
        scratch.tailBefore.bytes.set(before);
        const known = slow.records.length;
        facts.notes.length = 0;
        fast.take(scratch, scratch.tail, 4 * start, end / 4, scratch.tailBefore);
        slow.take(bytes, 16 * start, end, before);
        if (settles) for (const progress of [fast, slow]) progress.settle();
        const { seen, time, isBroken, last, final } = slow;
        expect(fast).toMatchObject({ seen, time, isBroken, last, final });
        const telling = slow.records.slice(known).filter(({ kind, at }) => tells(kind, bytes, at));
        expect(facts.notes).toEqual(telling.flatMap(({ kind, at }) => [kind, at / 4]));
        if (slow.records.length > 12) long++;
        if (isBroken) return;
      }
    }),
    runs(6000, 1000),
  );
  expect(long).toBeGreaterThan(100);
});

function tells(kind: number, bytes: Buffer, at: number): boolean {
  return TELLING.includes(kind) && (kind !== Raw.allocate || bytes.readUIntLE(at + 16, 6) > SMALL);
}
