// What the first entry of a compile unit says of all its code: the source file, and the compiler with its options where it tells them.

import { type CodeRange, codeRanges, RangeCount, unitBases, type Values } from './address-ranges.ts';
import { Attribute } from './codes.ts';
import { Cursor } from './cursor.ts';
import type { SourceFile } from './line-header.ts';
import type { DebugSections } from './sections.ts';
import { entryValues, forEachUnit, type Unit } from './units.ts';

const ALL: ReadonlySet<number> = new Set(Object.values(Attribute));

export interface CompileUnit {
  readonly file: SourceFile;
  /** `GNU C17 12.2.0 -O2 -g`; empty if it is not told, or where it is not looked up. */
  readonly producer: string;
}

/** Gives the unit whose code is at an address. */
export function compileUnits(sections: DebugSections): (address: number) => CompileUnit | undefined {
  const found: (CodeRange & { readonly unit: CompileUnit })[] = [];
  const count = new RangeCount(sections);
  forEachUnit(sections, (unit) => {
    const { values, texts } = firstEntry(unit, sections);
    const text = (attribute: number): string => texts.get(attribute) ?? '';
    const file = { path: text(Attribute.name), folder: texts.get(Attribute.compDir) };
    const told = { file, producer: text(Attribute.producer) };
    const ranges = codeRanges(sections, unitBases(unit, sections, values, count), values);
    for (const range of ranges) found.push({ ...range, unit: told });
  });
  return (address) => found.find(({ low, high }) => low <= address && address < high)?.unit;
}

function firstEntry(unit: Unit, { info }: DebugSections): { readonly values: Values; readonly texts: Map<number, string> } {
  const cursor = new Cursor(info, unit.from);
  const attributes = unit.abbreviations.get(cursor.uleb())?.attributes ?? [];
  const { numbers: values, texts } = entryValues(cursor, attributes, unit, ALL);
  return { values, texts };
}
