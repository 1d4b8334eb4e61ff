// The units of .debug_info: where each begins, and how it writes its numbers.

import { type Abbreviation, AbbreviationTables } from './abbreviations.ts';
import { UnitType } from './codes.ts';
import { Cursor, type FormContext } from './cursor.ts';
import type { DebugSections } from './sections.ts';

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
