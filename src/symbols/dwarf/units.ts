// The units of .debug_info: where each begins, how it writes its numbers, and the kinds of entries that it has.

import { Form, UnitType } from './codes.ts';
import { Cursor, type FormContext, formValue } from './cursor.ts';
import type { DebugSections } from './sections.ts';

/** What entries with one code have in common. */
export interface Abbreviation {
  readonly tag: number;
  readonly hasChildren: boolean;
  /** Attribute, form and implicit value of each attribute. */
  readonly attributes: readonly (readonly [attribute: number, form: number, implicit: number])[];
}

export interface Unit extends FormContext {
  /** Where the unit begins: references within it count from here. */
  readonly start: number;
  /** The first entry is at `from`; entries end before `to`. */
  readonly from: number;
  readonly to: number;
  readonly abbreviations: ReadonlyMap<number, Abbreviation>;
}

const TYPE_UNITS: ReadonlySet<number> = new Set([UnitType.type, UnitType.splitType]);
const SKELETONS: ReadonlySet<number> = new Set([UnitType.skeleton, UnitType.splitCompile]);

/** Calls `visit` for each compile unit; a unit that is damaged or of an unknown version is passed over. */
export function forEachUnit(sections: DebugSections, visit: (unit: Unit) => void): void {
  const cursor = new Cursor(sections.info);
  const tables = new AbbreviationTables(sections.abbreviations);
  while (cursor.at + 12 < sections.info.length) {
    const start = cursor.at;
    const { end, isWide } = cursor.unit();
    try {
      const unit = unitAt(cursor, { start, to: end, isWide }, sections, tables);
      if (unit !== undefined) visit(unit);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    cursor.at = end;
  }
}

function unitAt(
  cursor: Cursor,
  { start, to, isWide }: { readonly start: number; readonly to: number; readonly isWide: boolean },
  sections: DebugSections,
  tables: AbbreviationTables,
): Unit | undefined {
  const version = cursor.u16();
  if (version < 2 || version > 5) return undefined;
  const unitType = version >= 5 ? cursor.u8() : 1;
  if (TYPE_UNITS.has(unitType)) return undefined;
  const early = version >= 5 ? cursor.u8() : 0;
  const offset = cursor.offset(isWide);
  const addressBytes = version >= 5 ? early : cursor.u8();
  if (SKELETONS.has(unitType)) cursor.at += 8;
  const abbreviations = tables.at(offset);
  const { strings, lineStrings } = sections;
  return { strings, lineStrings, isWide, addressBytes, version, start, from: cursor.at, to, abbreviations };
}

/** Tables of units lie one behind the other: who reads the section more often than this has units that begin anywhere in it. */
const MOST_READINGS = 4;

/** No compiler writes entries with more: each costs a step wherever the entry occurs, also if it takes no bytes there. */
const MOST_ATTRIBUTES = 256;

class AbbreviationTables {
  private readonly bytes: Buffer;
  private readonly tables = new Map<number, ReadonlyMap<number, Abbreviation>>();
  private read = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  at(offset: number): ReadonlyMap<number, Abbreviation> {
    let table = this.tables.get(offset);
    if (table === undefined) {
      if (this.read > MOST_READINGS * this.bytes.length) throw new RangeError('too many tables of abbreviations');
      const cursor = new Cursor(this.bytes, offset);
      try {
        table = abbreviations(cursor);
      } finally {
        this.read += cursor.at - offset;
      }
      this.tables.set(offset, table);
    }
    return table;
  }
}

function abbreviations(cursor: Cursor): Map<number, Abbreviation> {
  const { bytes } = cursor;
  const found = new Map<number, Abbreviation>();
  for (let code = cursor.uleb(); code !== 0; code = cursor.uleb()) {
    const tag = cursor.uleb();
    const hasChildren = cursor.u8() !== 0;
    const attributes: [number, number, number][] = [];
    for (;;) {
      const attribute = cursor.uleb();
      const form = cursor.uleb();
      const implicit = form === Form.implicitConst ? cursor.sleb() : 0;
      if (attribute === 0 && form === 0) break;
      attributes.push([attribute, form, implicit]);
      if (attributes.length > MOST_ATTRIBUTES) throw new RangeError('too many attributes');
    }
    found.set(code, { tag, hasChildren, attributes });
    if (cursor.at >= bytes.length) break;
  }
  return found;
}

/** Passes over a value without making a string of it. */
export function skipForm(cursor: Cursor, form: number, unit: Unit): void {
  if (form === Form.strp || form === Form.lineStrp) cursor.at += unit.isWide ? 8 : 4;
  else if (form === Form.string) cursor.skipString();
  else formValue(cursor, form, unit);
}

/** What an entry says: by attribute, numbers with the form that they are written in, and texts. */
export interface EntryValues {
  readonly numbers: Map<number, { readonly value: number; readonly form: number }>;
  readonly texts: Map<number, string>;
}

/** Reads the attributes of an entry, behind its code; those that are not wanted are passed over. */
export function entryValues(
  cursor: Cursor,
  attributes: Abbreviation['attributes'],
  unit: Unit,
  wanted: ReadonlySet<number>,
): EntryValues {
  const values: EntryValues = { numbers: new Map(), texts: new Map() };
  for (const [attribute, form, implicit] of attributes) {
    if (!wanted.has(attribute)) {
      skipForm(cursor, form, unit);
      continue;
    }
    const value = formValue(cursor, form, unit, implicit);
    if (typeof value === 'number') values.numbers.set(attribute, { value, form });
    else if (typeof value === 'string') values.texts.set(attribute, value);
  }
  return values;
}
