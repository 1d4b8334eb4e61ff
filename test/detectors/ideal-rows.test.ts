import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Meter, unlimited } from '../../src/base/meter.ts';
import { IdealRows } from '../../src/detectors/sync-preserving/ideal-rows.ts';
import { runs } from '../runs.ts';

/** Rows that grow out of each other: of each, which earlier one it continues, and the entries that grew by how much. */
const growths = fc.record({
  stride: fc.integer({ min: 1, max: 40 }),
  rows: fc.array(
    fc.record({
      continued: fc.nat(),
      grown: fc.array(fc.tuple(fc.nat(), fc.oneof(fc.nat(5), fc.constantFrom(2 ** 20 - 1, 2 ** 20, 2 ** 21))), { maxLength: 12 }),
    }),
    { minLength: 1, maxLength: 60 },
  ),
});

test('rows in little memory are the rows that were kept', () => {
  let little = 0;
  fc.assert(
    fc.property(growths, fc.boolean(), ({ stride, rows: steps }, latest) => {
      const near = new IdealRows(stride, unlimited());
      const plain = [new Uint32Array(stride)];
      near.add(plain[0]!, -1);
      for (const { continued, grown } of steps) {
        const from = latest ? plain.length - 1 : continued % plain.length;
        const row = plain[from]!.slice();
        for (const [u, by] of grown) row[u % stride]! += by;
        expect(near.add(row, from)).toBe(plain.length);
        plain.push(row);
      }
      const far = IdealRows.of(structuredClone(near.parts));
      for (const [r, row] of plain.entries()) {
        const read = new Uint32Array(stride);
        far.read(r, read);
        expect(read).toEqual(row);
        expect(Array.from(row, (_, u) => near.entry(r, u))).toEqual([...row]);
        const other = plain[(r * 7) % plain.length]!;
        const joined = other.slice();
        const grew = row.some((value, u) => value > other[u]!);
        expect(far.join(r, joined)).toBe(grew);
        expect(joined).toEqual(other.map((value, u) => Math.max(value, row[u]!)));
      }
      if (near.earlier.some((row, r) => r < near.count && row !== 0xffff_ffff)) little++;
    }),
    runs(200, 20),
  );
  expect(little).toBeGreaterThan(10);
});

test('a row for which there is no memory is not kept', () => {
  const rows = new IdealRows(100, new Meter(1500));
  expect(rows.add(new Uint32Array(100), -1)).toBe(0);
  const results = Array.from({ length: 5 }, (_, i) => rows.add(new Uint32Array(100).fill(i), -1));
  expect(results).toContain(-1);
  expect(rows.count).toBe(1 + results.filter((r) => r >= 0).length);
});

test('rows that fill several pieces of memory', () => {
  const rows = new IdealRows(4000, unlimited());
  const row = new Uint32Array(4000);
  for (let r = 0; r < 300; r++) {
    for (let u = r % 3; u < 4000; u += 3) row[u]! += r;
    expect(rows.add(row, r - 1)).toBe(r);
  }
  const total = (r: number, u: number) =>
    Array.from({ length: r + 1 }, (_, k) => k).reduce((sum, k) => sum + (k % 3 === u % 3 ? k : 0), 0);
  const read = new Uint32Array(4000);
  for (const r of [0, 66, 130, 131, 299]) {
    rows.read(r, read);
    for (const u of [0, 1, 2, 3999]) expect([read[u], rows.entry(r, u)]).toEqual([total(r, u), total(r, u)]);
  }
  expect(rows.pieces.length).toBeGreaterThan(1);
});
