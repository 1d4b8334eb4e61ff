// The first entry of each compile unit tells in which folder the compiler ran. Line tables before DWARF 5 do not say it themselves.

import type { DebugSections } from './debug-sections.ts';
import { Cursor, type FormContext, formValue } from './dwarf-cursor.ts';

const STMT_LIST = 0x10;
const COMP_DIR = 0x1b;
const TYPE_UNITS = new Set([2, 6]);
const SKELETONS = new Set([4, 5]);
const IMPLICIT_CONST = 0x21;

/** By offset of the line program. */
export function compileFolders(sections: DebugSections): Map<number, string> {
  const folders = new Map<number, string>();
  const cursor = new Cursor(sections.info);
  while (cursor.at + 12 < sections.info.length) {
    const { end, isWide } = cursor.unit();
    try {
      const unit = firstEntry(cursor, isWide, sections);
      if (unit !== undefined) folders.set(unit.lines, unit.folder);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    cursor.at = end;
  }
  return folders;
}

function firstEntry(cursor: Cursor, isWide: boolean, sections: DebugSections): { lines: number; folder: string } | undefined {
  const version = cursor.u16();
  if (version < 2 || version > 5) return undefined;
  const unitType = version >= 5 ? cursor.u8() : 1;
  if (TYPE_UNITS.has(unitType)) return undefined;
  const early = version >= 5 ? cursor.u8() : 0;
  const abbreviations = cursor.offset(isWide);
  const addressBytes = version >= 5 ? early : cursor.u8();
  if (SKELETONS.has(unitType)) cursor.at += 8;
  const context: FormContext = { strings: sections.strings, lineStrings: sections.lineStrings, isWide, addressBytes, version };
  let lines: number | undefined;
  let folder: string | undefined;
  for (const [attribute, form, implicit] of abbreviation(sections.abbreviations, abbreviations, cursor.uleb())) {
    const value = formValue(cursor, form, context, implicit);
    if (attribute === STMT_LIST && typeof value === 'number') lines = value;
    else if (attribute === COMP_DIR && typeof value === 'string') folder = value;
  }
  return lines === undefined || folder === undefined ? undefined : { lines, folder };
}

/** Attribute, form and implicit value of each attribute of the entry with this code. */
function abbreviation(bytes: Buffer, offset: number, wanted: number): [number, number, number][] {
  const cursor = new Cursor(bytes, offset);
  for (let code = cursor.uleb(); code !== 0 && cursor.at < bytes.length; code = cursor.uleb()) {
    cursor.uleb();
    cursor.u8();
    const attributes: [number, number, number][] = [];
    for (;;) {
      const attribute = cursor.uleb();
      const form = cursor.uleb();
      const implicit = form === IMPLICIT_CONST ? cursor.sleb() : 0;
      if (attribute === 0 && form === 0) break;
      attributes.push([attribute, form, implicit]);
    }
    if (code === wanted) return attributes;
  }
  return [];
}
