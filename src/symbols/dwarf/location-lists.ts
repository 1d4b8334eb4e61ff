// Where a variable is, as expressions: one for as long as it lives, or a list of them by the code that runs (DWARF 5, section 2.6, and the lists of
// version 4). clang lists where a variable of the stack is from -O1 on.

import { listAt, newList, oldList, RangeCount } from './address-ranges.ts';
import { Attribute, Form } from './codes.ts';
import { block, Cursor } from './cursor.ts';
import type { DebugInfo, Entry } from './debug-info.ts';

/** A kind that lists of ranges do not have stands before their last three: what holds where nothing else does. It has no range, and no compiler writes it. */
const DEFAULT_LOCATION = 5;
const UNKNOWN = 255;

function rangeKind(code: number): number {
  if (code === DEFAULT_LOCATION) return UNKNOWN;
  return code < DEFAULT_LOCATION ? code : code - 1;
}

/** The expressions for where a variable is while some code runs, or at any time if that is not known. */
export function locationsOf({ sections }: DebugInfo, { of, values }: Entry, code: number | undefined): Buffer[] {
  const single = values.blocks.get(Attribute.location);
  if (single !== undefined) return [single];
  const list = values.numbers.get(Attribute.location);
  if (list === undefined) return [];
  const bases = { ...of.bases, count: new RangeCount(sections) };
  const isOld = bases.version < 5;
  const { locationLists, locations } = sections;
  const cursor = isOld
    ? new Cursor(locations, list.value)
    : new Cursor(locationLists, listAt(locationLists, bases, bases.locationLists, list.value, list.form === Form.loclistx));
  const found: Buffer[] = [];
  const each = (low: number, high: number): void => {
    const expression = block(cursor, isOld ? cursor.u16() : cursor.uleb());
    if (code === undefined || (low <= code && code < high)) found.push(expression);
  };
  if (isOld) oldList(cursor, bases, each);
  else newList(cursor, sections, bases, each, rangeKind);
  return found;
}
