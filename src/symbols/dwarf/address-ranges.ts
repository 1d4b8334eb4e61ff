// The code that an entry of .debug_info covers: one range, or a list of them (DWARF 5, section 2.17, and the lists of version 4). Lists of locations
// are the same with something behind each range (location-lists.ts).

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
  constructor({ info, ranges, rangeLists, locations, locationLists }: DebugSections) {
    this.left = info.length + ranges.length + rangeLists.length + locations.length + locationLists.length;
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
  /** Offsets of this unit's part of .debug_addr, .debug_rnglists and .debug_loclists. */
  readonly addresses: number;
  readonly lists: number;
  readonly locationLists: number;
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
  const locationLists = values.get(Attribute.loclistsBase)?.value ?? 12;
  const bases = { version, isWide, addressBytes, low: 0, addresses, lists, locationLists, count };
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

/** What to do with a range of a list; behind it in a list of locations is what the cursor stands at. */
type EachRange = (low: number, high: number) => void;

/** `isIndex`: the value is an index into the unit's offsets, not an offset. */
function rangeList(sections: DebugSections, bases: UnitBases, value: number, isIndex: boolean): CodeRange[] {
  const ranges: CodeRange[] = [];
  const add = (low: number, high: number) => ranges.push({ low, high });
  if (bases.version < 5) oldList(new Cursor(sections.ranges, value), bases, add);
  else
    newList(
      new Cursor(sections.rangeLists, listAt(sections.rangeLists, bases, bases.lists, value, isIndex)),
      sections,
      bases,
      add,
    );
  return ranges;
}

/** Where a list is in its section, by its offset, or by its index in the table at `lists`. */
export function listAt(section: Buffer, { isWide }: UnitBases, lists: number, value: number, isIndex: boolean): number {
  return isIndex ? lists + new Cursor(section, lists + value * (isWide ? 8 : 4)).offset(isWide) : value;
}

/** `kindOf` turns the kinds of another list into those of ranges. */
export function newList(
  cursor: Cursor,
  sections: DebugSections,
  bases: UnitBases,
  each: EachRange,
  kindOf: (code: number) => number = (code) => code,
): void {
  const indexed = (): number => indexedAddress(sections, bases, cursor.uleb());
  const add = (low: number, high: number): void => {
    bases.count.take();
    each(low, high);
  };
  const addLength = (low: number): void => add(low, low + cursor.uleb());
  let base = bases.low;
  for (;;) {
    switch (kindOf(cursor.u8())) {
      case RangeEntry.endOfList:
        return;
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

export function oldList(cursor: Cursor, { low, addressBytes, count }: UnitBases, each: EachRange): void {
  let base = low;
  for (;;) {
    count.take();
    const from = cursor.address(addressBytes);
    const to = cursor.address(addressBytes);
    if (from === 0 && to === 0) return;
    // Addresses of 8 bytes have lost their low bits.
    const last = 256 ** addressBytes - (addressBytes === 8 ? 2048 : 2);
    // Twice the last address but one is what lld writes for functions that it dropped.
    if (from >= last && to >= last) continue;
    // The largest address says that the other one is a new base.
    if (from >= last) base = to;
    else each(base + from, base + to);
  }
}
