// The entries of .debug_info: what one says, and how to pass over it.

import type { Abbreviation } from './abbreviations.ts';
import { Form } from './codes.ts';
import { type Cursor, formValue } from './cursor.ts';
import type { Unit } from './units.ts';

/** What an entry says: by attribute, numbers with the form that they are written in, texts, and expressions. */
export interface EntryValues {
  readonly numbers: Map<number, { readonly value: number; readonly form: number }>;
  readonly texts: Map<number, string>;
  readonly blocks: Map<number, Buffer>;
}

/** Reads the attributes of an entry, behind its code; those that are not wanted are passed over. */
export function entryValues(
  cursor: Cursor,
  attributes: Abbreviation['attributes'],
  unit: Unit,
  wanted: ReadonlySet<number>,
): EntryValues {
  const values: EntryValues = { numbers: new Map(), texts: new Map(), blocks: new Map() };
  for (const [attribute, form, implicit] of attributes) {
    if (!wanted.has(attribute)) {
      skipForm(cursor, form, unit);
      continue;
    }
    const value = formValue(cursor, form, unit, implicit);
    if (typeof value === 'number') values.numbers.set(attribute, { value, form });
    else if (typeof value === 'string') values.texts.set(attribute, value);
    else if (value !== undefined) values.blocks.set(attribute, value);
  }
  return values;
}

/** Passes over the attributes of an entry, behind its code. Most entries have a size that their kind tells: a walk takes a third. */
export function skipEntry(cursor: Cursor, { attributes, size }: Abbreviation, unit: Unit): void {
  if (size === undefined) for (const [, form] of attributes) skipForm(cursor, form, unit);
  else cursor.at += size.bytes + size.addresses * (unit.addressBytes === 8 ? 8 : 4) + size.offsets * (unit.isWide ? 8 : 4);
}

/** Passes over a value without making a string of it. */
function skipForm(cursor: Cursor, form: number, unit: Unit): void {
  if (form === Form.strp || form === Form.lineStrp) cursor.at += unit.isWide ? 8 : 4;
  else if (form === Form.string) cursor.skipString();
  else formValue(cursor, form, unit);
}
