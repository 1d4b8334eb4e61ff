// Lists of code ranges of DWARF 4: the entries that are no ranges.

import { expect, it } from 'vitest';
import { oldList, RangeCount, type UnitBases } from '../../src/symbols/dwarf/address-ranges.ts';
import { Cursor } from '../../src/symbols/dwarf/cursor.ts';
import { sectionsBy } from '../../src/symbols/dwarf/sections.ts';

/** The ranges of a list, whose unit begins at 0x1000. */
function ranges(addressBytes: 4 | 8, pairs: readonly (readonly [bigint, bigint])[]): [number, number][] {
  const list = Buffer.alloc(pairs.length * 2 * addressBytes);
  pairs.flat().forEach((address, i) => {
    if (addressBytes === 8) list.writeBigUInt64LE(BigInt.asUintN(64, address), i * 8);
    else list.writeUInt32LE(Number(BigInt.asUintN(32, address)), i * 4);
  });
  const count = new RangeCount(sectionsBy(() => list));
  const found: [number, number][] = [];
  oldList(new Cursor(list), { low: 0x1000, addressBytes, count } as UnitBases, (low, high) => found.push([low, high]));
  return found;
}

it.each([4, 8] as const)('a new base is followed, and functions that lld dropped are none (%d bytes)', (addressBytes) => {
  expect(
    ranges(addressBytes, [
      [0x10n, 0x20n],
      [-2n, -2n],
      [0x30n, 0x40n],
      [-1n, 0x5000n],
      [0x1n, 0x2n],
      [0n, 0n],
    ]),
  ).toEqual([
    [0x1010, 0x1020],
    [0x1030, 0x1040],
    [0x5001, 0x5002],
  ]);
});
