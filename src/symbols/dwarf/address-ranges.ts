// The code that an entry of .debug_info covers: one range, or a list of them (DWARF 5, section 2.17, and the lists of version 4).

import { RangeEntry } from './codes.ts';
import { Cursor } from './cursor.ts';
import type { DebugSections } from './sections.ts';

export interface CodeRange {
  readonly low: number;
  readonly high: number;
}

/** Counts the ranges that entries ask for: many entries may speak of one list. */
export class RangeCount {
  private left: number;

  /** A range takes at least a byte of some section, for the entry that speaks of it or in its list. */
  constructor({ info, ranges, rangeLists }: DebugSections) {
    this.left = info.length + ranges.length + rangeLists.length;
  }

  take(): void {
    if (this.left-- <= 0) throw new RangeError('too many ranges');
  }
}

/** What the first entry of a unit says for all others. */
export interface UnitBases {
  readonly version: number;
  readonly isWide: boolean;
  readonly addressBytes: number;
  /** Where ranges are counted from. */
  readonly low: number;
  /** Offsets of this unit's part of .debug_addr and .debug_rnglists. */
  readonly addresses: number;
  readonly lists: number;
  readonly count: RangeCount;
}

/** An address by its index in .debug_addr. */
export function indexedAddress(sections: DebugSections, { addresses, addressBytes }: UnitBases, index: number): number {
  return new Cursor(sections.addresses, addresses + index * addressBytes).address(addressBytes);
}

/** `isIndex`: the value is an index into the unit's offsets, not an offset. */
export function rangeList(sections: DebugSections, bases: UnitBases, value: number, isIndex: boolean): CodeRange[] {
  if (bases.version < 5) return oldList(new Cursor(sections.ranges, value), bases);
  const entry = bases.isWide ? 8 : 4;
  const at = isIndex ? bases.lists + new Cursor(sections.rangeLists, bases.lists + value * entry).offset(bases.isWide) : value;
  return newList(new Cursor(sections.rangeLists, at), sections, bases);
}

function newList(cursor: Cursor, sections: DebugSections, bases: UnitBases): CodeRange[] {
  const ranges: CodeRange[] = [];
  const indexed = (): number => indexedAddress(sections, bases, cursor.uleb());
  const add = (low: number, high: number): void => {
    bases.count.take();
    ranges.push({ low, high });
  };
  const addLength = (low: number): void => add(low, low + cursor.uleb());
  let base = bases.low;
  for (;;) {
    switch (cursor.u8()) {
      case RangeEntry.endOfList:
        return ranges;
      case RangeEntry.baseAddressx:
        base = indexed();
        break;
      case RangeEntry.startxEndx:
        add(indexed(), indexed());
        break;
      case RangeEntry.startxLength:
        addLength(indexed());
        break;
      case RangeEntry.offsetPair:
        add(base + cursor.uleb(), base + cursor.uleb());
        break;
      case RangeEntry.baseAddress:
        base = cursor.address(bases.addressBytes);
        break;
      case RangeEntry.startEnd:
        add(cursor.address(bases.addressBytes), cursor.address(bases.addressBytes));
        break;
      case RangeEntry.startLength:
        addLength(cursor.address(bases.addressBytes));
        break;
      default:
        throw new RangeError('unknown kind of range');
    }
  }
}

function oldList(cursor: Cursor, { low, addressBytes, count }: UnitBases): CodeRange[] {
  const ranges: CodeRange[] = [];
  let base = low;
  for (;;) {
    count.take();
    const from = cursor.address(addressBytes);
    const to = cursor.address(addressBytes);
    if (from === 0 && to === 0) return ranges;
    // The largest address says that the other one is a new base.
    if (from >= 256 ** addressBytes - 2048) base = to;
    else ranges.push({ low: base + from, high: base + to });
  }
}
