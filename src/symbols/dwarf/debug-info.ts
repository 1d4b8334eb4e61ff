// .debug_info by parts: which unit has the code at an address, what an entry says, and what it refers to. Only the first entry of each
// unit is read at once; all else is read where it is asked for, since programs have a hundred megabytes of it.

import { bisect } from '../../base/bisect.ts';
import type { Abbreviation } from './abbreviations.ts';
import { type CodeRange, codeRanges, RangeCount, type UnitBases, unitBases } from './address-ranges.ts';
import { Attribute, C_LANGUAGES, Form } from './codes.ts';
import { Cursor } from './cursor.ts';
import { type EntryValues, entryValues } from './entries.ts';
import { lineHeader, type SourceFile } from './line-header.ts';
import type { DebugSections } from './sections.ts';
import { cString } from './strings.ts';
import { forEachUnit, type Unit } from './units.ts';

/** What the first entry of a unit says of all its code. */
export interface CompileUnit {
  readonly unit: Unit;
  readonly bases: UnitBases;
  readonly ranges: readonly CodeRange[];
  readonly file: SourceFile;
  /** `GNU C17 12.2.0 -O2 -g`; empty if it is not told. */
  readonly producer: string;
  /** Whether it is C: no C++, and nothing else. */
  readonly isC: boolean;
  /** The offset of its line program. */
  readonly lines: number | undefined;
  /** The offset of its part of .debug_str_offsets. */
  readonly stringOffsets: number;
}

/** An entry, wherever it lies. */
export interface Entry {
  readonly at: number;
  readonly of: CompileUnit;
  readonly kind: Abbreviation;
  readonly values: EntryValues;
  /** Where its children begin, or the entry behind it. */
  readonly next: number;
}

interface UnitRange extends CodeRange {
  readonly of: CompileUnit;
}

const ALL: ReadonlySet<number> = new Set(Object.values(Attribute));
/** Strings by their index in a table. */
const STRING_INDICES: ReadonlySet<number> = new Set([Form.strx, Form.strx1, Form.strx2, Form.strx3, Form.strx4]);
/** Types in units of their own, and what another file has. */
const ELSEWHERE: ReadonlySet<number> = new Set([Form.refSig8, Form.refSup4, Form.refSup8, Form.gnuRefAlt]);

/** How often each byte may be read as a child of something: types that begin anywhere could have all that follows as theirs. */
const MOST_VISITS = 8;
const ALWAYS = 1 << 16;

export class DebugInfo {
  readonly sections: DebugSections;
  /** In the order of their offsets. */
  readonly units: readonly CompileUnit[];
  private readonly ranges: readonly UnitRange[];
  private childrenLeft: number;
  private readonly fileTables = new Map<number, readonly (SourceFile | undefined)[]>();

  constructor(sections: DebugSections) {
    this.sections = sections;
    this.childrenLeft = ALWAYS + MOST_VISITS * sections.info.length;
    const units: CompileUnit[] = [];
    const count = new RangeCount(sections);
    forEachUnit(sections, (unit) => {
      units.push(compileUnit(unit, sections, count));
    });
    this.units = units;
    this.ranges = units.flatMap((of) => of.ranges.map((range) => ({ ...range, of }))).sort((a, b) => a.low - b.low);
  }

  /** The unit whose code is at an address. */
  unitOf(address: number): CompileUnit | undefined {
    const { ranges } = this;
    const range = ranges[bisect(0, ranges.length, (i) => ranges[i]!.low <= address) - 1];
    return range !== undefined && address < range.high ? range.of : undefined;
  }

  /** The entry at an offset, or undefined if there can be none. */
  entry(at: number): Entry | undefined {
    const { units } = this;
    const of = units[bisect(0, units.length, (i) => units[i]!.unit.start <= at) - 1];
    if (of === undefined || at < of.unit.from || at >= of.unit.to) return undefined;
    const cursor = new Cursor(this.sections.info, at);
    const kind = of.unit.abbreviations.get(cursor.uleb());
    if (kind === undefined) return undefined;
    const values = entryValues(cursor, kind.attributes, of.unit, ALL);
    return { at, of, kind, values, next: cursor.at };
  }

  /** The entry that an attribute refers to. */
  referred(entry: Entry, attribute: number): Entry | undefined {
    const at = this.reference(entry, attribute);
    return at === undefined ? undefined : this.entry(at);
  }

  /** Where the entry is that an attribute refers to. */
  reference({ of, values }: Pick<Entry, 'of' | 'values'>, attribute: number): number | undefined {
    const given = values.numbers.get(attribute);
    if (given === undefined || ELSEWHERE.has(given.form)) return undefined;
    return given.form === Form.refAddr ? given.value : of.unit.start + given.value;
  }

  /** The entries directly within an entry. */
  *children({ of, kind, next }: Entry): Generator<Entry> {
    let at = kind.hasChildren ? next : of.unit.to;
    let depth = 0;
    while (at < of.unit.to) {
      if (this.childrenLeft-- <= 0) throw new RangeError('too many children');
      const child = this.entry(at);
      // Zero ends the children of one entry; what is not known ends them all.
      if (child === undefined) {
        if (this.sections.info[at] !== 0 || depth-- === 0) return;
        at++;
        continue;
      }
      if (depth === 0) yield child;
      const sibling = depth === 0 && child.kind.hasChildren ? this.reference(child, Attribute.sibling) : undefined;
      if (sibling !== undefined && sibling > at && sibling <= of.unit.to) at = sibling;
      else {
        at = child.next;
        if (child.kind.hasChildren) depth++;
      }
    }
  }

  /** A text, also one that is written as its index in a table. */
  text({ of, values }: Pick<Entry, 'of' | 'values'>, attribute: number): string | undefined {
    return textOf(this.sections, of, values, attribute);
  }

  /** The files that entries of a unit give by their number. */
  files({ lines, file }: CompileUnit): readonly (SourceFile | undefined)[] {
    if (lines === undefined) return [];
    let files = this.fileTables.get(lines);
    if (files === undefined) {
      files = lineHeader(lines, this.sections, () => file.folder).files;
      this.fileTables.set(lines, files);
    }
    return files;
  }
}

function compileUnit(unit: Unit, sections: DebugSections, count: RangeCount): CompileUnit {
  const cursor = new Cursor(sections.info, unit.from);
  const values = entryValues(cursor, unit.abbreviations.get(cursor.uleb())?.attributes ?? [], unit, ALL);
  const { numbers } = values;
  const bases = unitBases(unit, sections, numbers, count);
  const stringOffsets = numbers.get(Attribute.strOffsetsBase)?.value ?? 8;
  const text = (attribute: number) => textOf(sections, { unit, stringOffsets }, values, attribute);
  return {
    unit,
    bases,
    ranges: codeRanges(sections, bases, numbers),
    file: { path: text(Attribute.name) ?? '', folder: text(Attribute.compDir) },
    producer: text(Attribute.producer) ?? '',
    isC: C_LANGUAGES.has(numbers.get(Attribute.language)?.value ?? 0),
    lines: numbers.get(Attribute.stmtList)?.value,
    stringOffsets,
  };
}

function textOf(
  { stringOffsets, strings }: DebugSections,
  of: Pick<CompileUnit, 'unit' | 'stringOffsets'>,
  { numbers, texts }: EntryValues,
  attribute: number,
): string | undefined {
  const given = numbers.get(attribute);
  if (given === undefined || !STRING_INDICES.has(given.form)) return texts.get(attribute);
  const { isWide } = of.unit;
  const offset = new Cursor(stringOffsets, of.stringOffsets + given.value * (isWide ? 8 : 4)).offset(isWide);
  return cString(strings, offset);
}
