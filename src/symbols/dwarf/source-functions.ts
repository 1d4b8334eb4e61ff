// Which function a line of source is in, by where functions begin in the source and not by where their code went: the same for code that
// was expanded in place, split or copied, and so the same for every level of optimisation.

import { bisect } from '../../base/bisect.ts';
import { Attribute, Form, Tag } from './codes.ts';
import { Cursor } from './cursor.ts';
import { lineHeader, type SourceFile } from './line-header.ts';
import type { DebugSections } from './sections.ts';
import { cString } from './strings.ts';
import { type Abbreviation, type EntryValues, entryValues, forEachUnit, skipForm, type Unit } from './units.ts';

export interface SourceFunction {
  readonly name: string;
  /** The line that its definition begins on. */
  readonly line: number;
}

const WANTED: ReadonlySet<number> = new Set([
  Attribute.name,
  Attribute.stmtList,
  Attribute.compDir,
  Attribute.abstractOrigin,
  Attribute.declFile,
  Attribute.declLine,
  Attribute.declaration,
  Attribute.specification,
  Attribute.strOffsetsBase,
]);
/** Strings by their index in a table. */
const STRING_INDICES: ReadonlySet<number> = new Set([Form.strx, Form.strx1, Form.strx2, Form.strx3, Form.strx4]);

/** Gives the function around a line: the last that begins in the file before it. */
export function sourceFunctions(sections: DebugSections): (file: SourceFile, line: number) => SourceFunction | undefined {
  const files = new Map<string, SourceFunction[]>();
  forEachUnit(sections, (unit) => new UnitFunctions(unit, sections, files).run());
  for (const functions of files.values()) functions.sort((a, b) => a.line - b.line);
  return (file, line) => {
    const functions = files.get(keyOf(file)) ?? [];
    return functions[bisect(0, functions.length, (i) => functions[i]!.line <= line) - 1];
  };
}

function keyOf({ path, folder }: SourceFile): string {
  return path.startsWith('/') ? path : `${folder ?? ''}/${path}`;
}

/** The functions that one unit defines. */
class UnitFunctions {
  private readonly unit: Unit;
  private readonly sections: DebugSections;
  private readonly files: Map<string, SourceFunction[]>;
  private readonly cursor: Cursor;
  /** By where its entry begins: what a function is called, or what it refers to for that. */
  private readonly names = new Map<number, string | number>();
  private stringOffsets = 8;

  constructor(unit: Unit, sections: DebugSections, files: Map<string, SourceFunction[]>) {
    this.unit = unit;
    this.sections = sections;
    this.files = files;
    this.cursor = new Cursor(sections.info, unit.from);
  }

  run(): void {
    const { cursor, unit } = this;
    const found: { at: number; file: number; line: number }[] = [];
    let first: EntryValues | undefined;
    while (cursor.at < unit.to) {
      const at = cursor.at;
      const code = cursor.uleb();
      if (code === 0) continue;
      const abbreviation = unit.abbreviations.get(code);
      if (abbreviation === undefined) throw new RangeError('unknown abbreviation');
      if (first === undefined) {
        first = this.values(abbreviation);
        this.stringOffsets = first.numbers.get(Attribute.strOffsetsBase)?.value ?? this.stringOffsets;
      } else if (abbreviation.tag === Tag.subprogram) {
        const values = this.values(abbreviation);
        this.name(at, values);
        const [file, line] = [Attribute.declFile, Attribute.declLine].map((attribute) => values.numbers.get(attribute)?.value);
        if (file !== undefined && line !== undefined && !values.numbers.has(Attribute.declaration))
          found.push({ at, file, line });
      } else for (const [, form] of abbreviation.attributes) skipForm(cursor, form, unit);
    }
    const lines = first?.numbers.get(Attribute.stmtList)?.value;
    if (lines === undefined || found.length === 0) return;
    const folder = this.text(first!, Attribute.compDir);
    const { files } = lineHeader(lines, this.sections, () => folder);
    for (const { at, file, line } of found) this.add(files[file], this.nameOf(at), line);
  }

  private add(file: SourceFile | undefined, name: string | undefined, line: number): void {
    if (file === undefined || name === undefined) return;
    const key = keyOf(file);
    const functions = this.files.get(key);
    if (functions === undefined) this.files.set(key, [{ name, line }]);
    else functions.push({ name, line });
  }

  private name(at: number, values: EntryValues): void {
    const own = this.text(values, Attribute.name);
    const other = values.numbers.get(Attribute.specification) ?? values.numbers.get(Attribute.abstractOrigin);
    if (own !== undefined) this.names.set(at, own);
    else if (other !== undefined && other.form !== Form.refAddr) this.names.set(at, this.unit.start + other.value);
  }

  /** Through what the entry refers to, which is declared once and defined elsewhere; chains are short. */
  private nameOf(at: number): string | undefined {
    let name = this.names.get(at);
    for (let hops = 0; typeof name === 'number' && hops < 4; hops++) name = this.names.get(name);
    return typeof name === 'string' ? name : undefined;
  }

  private values({ attributes }: Abbreviation): EntryValues {
    return entryValues(this.cursor, attributes, this.unit, WANTED);
  }

  /** A text, also one that is written as its index in a table. */
  private text({ numbers, texts }: EntryValues, attribute: number): string | undefined {
    const given = numbers.get(attribute);
    if (given === undefined || !STRING_INDICES.has(given.form)) return texts.get(attribute);
    const { stringOffsets, strings } = this.sections;
    const { isWide } = this.unit;
    const offset = new Cursor(stringOffsets, this.stringOffsets + given.value * (isWide ? 8 : 4)).offset(isWide);
    return cString(strings, offset);
  }
}
