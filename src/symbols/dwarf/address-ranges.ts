// The code that an entry of .debug_info covers: one range, or a list of them (DWARF 5, section 2.17, and the lists of version 4).

import { Attribute, Form, RangeEntry } from './codes.ts';
import { Cursor } from './cursor.ts';
import type { DebugSections } from './sections.ts';
import type { Unit } from './units.ts';

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

/** Attributes of one entry whose values are numbers. */
export type Values = Map<number, { readonly value: number; readonly form: number }>;

const ADDRESS_INDICES: ReadonlySet<number> = new Set([
  Form.addrx,
  Form.addrx1,
  Form.addrx2,
  Form.addrx3,
  Form.addrx4,
  Form.gnuAddrIndex,
]);

/** From the first entry of a unit. */
export function unitBases(unit: Unit, sections: DebugSections, values: Values, count: RangeCount): UnitBases {
  const { version, isWide, addressBytes } = unit;
  // The parts of the tables begin behind their heads unless the unit says otherwise.
  const addresses = values.get(Attribute.addrBase)?.value ?? 8;
  const lists = values.get(Attribute.rnglistsBase)?.value ?? 12;
  const bases = { version, isWide, addressBytes, low: 0, addresses, lists, count };
  return { ...bases, low: addressOf(sections, bases, values.get(Attribute.lowPc)) ?? 0 };
}

/** The code of an entry; none if it has none. */
export function codeRanges(sections: DebugSections, bases: UnitBases, values: Values): CodeRange[] {
  const list = values.get(Attribute.ranges);
  if (list !== undefined) return rangeList(sections, bases, list.value, list.form === Form.rnglistx);
  const low = addressOf(sections, bases, values.get(Attribute.lowPc));
  const high = values.get(Attribute.highPc);
  if (low === undefined || low === 0 || high === undefined) return [];
  // A number is a length, an address is the end.
  const isAddress = high.form === Form.addr || ADDRESS_INDICES.has(high.form);
  return [{ low, high: isAddress ? addressOf(sections, bases, high)! : low + high.value }];
}

function addressOf(
  sections: DebugSections,
  bases: UnitBases,
  given: { readonly value: number; readonly form: number } | undefined,
): number | undefined {
  if (given === undefined) return undefined;
  return ADDRESS_INDICES.has(given.form) ? indexedAddress(sections, bases, given.value) : given.value;
}

/** An address by its index in .debug_addr. */
export function indexedAddress(sections: DebugSections, { addresses, addressBytes }: UnitBases, index: number): number {
  return new Cursor(sections.addresses, addresses + index * addressBytes).address(addressBytes);
}

/** `isIndex`: the value is an index into the unit's offsets, not an offset. */
function rangeList(sections: DebugSections, bases: UnitBases, value: number, isIndex: boolean): CodeRange[] {
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
