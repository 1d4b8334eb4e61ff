// The first entry of each compile unit tells in which folder the compiler ran. Line tables before DWARF 5 do not say it themselves.

import { Attribute } from './codes.ts';
import { Cursor, formValue } from './cursor.ts';
import type { DebugSections } from './sections.ts';
import { forEachUnit } from './units.ts';

/** By offset of the line program. */
export function compileFolders(sections: DebugSections): Map<number, string> {
  const folders = new Map<number, string>();
  forEachUnit(sections, (unit) => {
    const cursor = new Cursor(sections.info, unit.from);
    let lines: number | undefined;
    let folder: string | undefined;
    for (const [attribute, form, implicit] of unit.abbreviations.get(cursor.uleb())?.attributes ?? []) {
      const value = formValue(cursor, form, unit, implicit);
      if (attribute === Attribute.stmtList && typeof value === 'number') lines = value;
      else if (attribute === Attribute.compDir && typeof value === 'string') folder = value;
    }
    if (lines !== undefined && folder !== undefined) folders.set(lines, folder);
  });
  return folders;
}
