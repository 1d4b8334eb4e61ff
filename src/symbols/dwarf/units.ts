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
  const tables = new Map<number, ReadonlyMap<number, Abbreviation>>();
  while (cursor.at + 12 < sections.info.length) {
    const { end, isWide } = cursor.unit();
    try {
      const unit = unitAt(cursor, end, isWide, sections, tables);
      if (unit !== undefined) visit(unit);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    cursor.at = end;
  }
}

function unitAt(
  cursor: Cursor,
  to: number,
  isWide: boolean,
  sections: DebugSections,
  tables: Map<number, ReadonlyMap<number, Abbreviation>>,
): Unit | undefined {
  const version = cursor.u16();
  if (version < 2 || version > 5) return undefined;
  const unitType = version >= 5 ? cursor.u8() : 1;
  if (TYPE_UNITS.has(unitType)) return undefined;
  const early = version >= 5 ? cursor.u8() : 0;
  const offset = cursor.offset(isWide);
  const addressBytes = version >= 5 ? early : cursor.u8();
  if (SKELETONS.has(unitType)) cursor.at += 8;
  let abbreviations = tables.get(offset);
  if (abbreviations === undefined) {
    abbreviations = abbreviationsAt(sections.abbreviations, offset);
    tables.set(offset, abbreviations);
  }
  const { strings, lineStrings } = sections;
  return { strings, lineStrings, isWide, addressBytes, version, from: cursor.at, to, abbreviations };
}

function abbreviationsAt(bytes: Buffer, offset: number): Map<number, Abbreviation> {
  const cursor = new Cursor(bytes, offset);
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
    }
    found.set(code, { tag, hasChildren, attributes });
    if (cursor.at >= bytes.length) break;
  }
  return found;
}

/** Passes over a value without making a string of it. */
export function skipForm(cursor: Cursor, form: number, unit: Unit): void {
  if (form === Form.strp || form === Form.lineStrp) cursor.at += unit.isWide ? 8 : 4;
  else if (form === Form.string) cursor.at = cursor.bytes.indexOf(0, cursor.at) + 1;
  else formValue(cursor, form, unit);
}
