// Which calls were expanded in place at a code address: the line table tells the line within the callee, this tells the lines of the
// callers. Asked only for code in headers of the system, where the caller's line is what a person wants to see.

import { bisect } from '../../base/bisect.ts';
import { type CodeRange, codeRanges, RangeCount, type UnitBases, unitBases, type Values } from './address-ranges.ts';
import { Attribute, Tag } from './codes.ts';
import { Cursor } from './cursor.ts';
import { lineHeader, type SourceFile } from './line-header.ts';
import type { SourceLine } from './line-table.ts';
import type { DebugSections } from './sections.ts';
import { entryValues, forEachUnit, skipForm, type Unit } from './units.ts';

interface Call extends CodeRange {
  readonly depth: number;
  readonly file: number;
  readonly line: number;
  readonly column: number;
}

interface CodeOfFunction extends CodeRange {
  readonly calls: Call[];
  readonly files: () => readonly (SourceFile | undefined)[];
}

const WANTED: ReadonlySet<number> = new Set([
  Attribute.stmtList,
  Attribute.lowPc,
  Attribute.highPc,
  Attribute.compDir,
  Attribute.ranges,
  Attribute.callFile,
  Attribute.callLine,
  Attribute.callColumn,
  Attribute.addrBase,
  Attribute.rnglistsBase,
]);

/** Gives the callers' lines of an address, the innermost first. */
export function inlinedCalls(sections: DebugSections): (address: number) => SourceLine[] {
  const functions: CodeOfFunction[] = [];
  const count = new RangeCount(sections);
  forEachUnit(sections, (unit) => new UnitWalk(unit, sections, functions, count).run());
  functions.sort((a, b) => a.low - b.low);
  return (address) => {
    const found = functions[bisect(0, functions.length, (i) => functions[i]!.low <= address) - 1];
    if (found === undefined || address >= found.high) return [];
    const calls = found.calls.filter((call) => call.low <= address && address < call.high).sort((a, b) => b.depth - a.depth);
    return calls.flatMap(({ file, line, column }) => {
      const source = found.files()[file];
      return source === undefined ? [] : [{ file: source, line, column }];
    });
  };
}

class UnitWalk {
  private readonly unit: Unit;
  private readonly sections: DebugSections;
  private readonly functions: CodeOfFunction[];
  private readonly cursor: Cursor;
  private readonly count: RangeCount;
  private bases: UnitBases | undefined;
  private folder: string | undefined;
  private lines: number | undefined;
  private known: readonly (SourceFile | undefined)[] | undefined;

  constructor(unit: Unit, sections: DebugSections, functions: CodeOfFunction[], count: RangeCount) {
    this.unit = unit;
    this.sections = sections;
    this.functions = functions;
    this.cursor = new Cursor(sections.info, unit.from);
    this.count = count;
  }

  run(): void {
    const { cursor, unit } = this;
    let depth = 0;
    /** The calls of the function that is being walked, and how deep it lies. */
    let calls: Call[] | undefined;
    let functionDepth = 0;
    while (cursor.at < unit.to) {
      const isFirst = cursor.at === unit.from;
      const code = cursor.uleb();
      if (code === 0) {
        depth--;
        if (calls !== undefined && depth <= functionDepth) calls = undefined;
        continue;
      }
      const abbreviation = unit.abbreviations.get(code);
      if (abbreviation === undefined) throw new RangeError('unknown abbreviation');
      const { tag, hasChildren, attributes } = abbreviation;
      if (isFirst) this.first(this.values(attributes));
      else if (tag === Tag.subprogram && calls === undefined) {
        calls = this.function(this.values(attributes));
        functionDepth = depth;
        if (!hasChildren) calls = undefined;
      } else if (tag === Tag.inlinedSubroutine && calls !== undefined) this.call(calls, depth, this.values(attributes));
      else for (const [, form] of attributes) skipForm(cursor, form, unit);
      if (hasChildren) depth++;
    }
  }

  private values(attributes: readonly (readonly [number, number, number])[]): Values {
    const { numbers, texts } = entryValues(this.cursor, attributes, this.unit, WANTED);
    this.folder = texts.get(Attribute.compDir) ?? this.folder;
    return numbers;
  }

  private first(values: Values): void {
    this.bases = unitBases(this.unit, this.sections, values, this.count);
    this.lines = values.get(Attribute.stmtList)?.value;
  }

  private function(values: Values): Call[] | undefined {
    const ranges = this.ranges(values);
    if (ranges.length === 0) return undefined;
    const calls: Call[] = [];
    for (const range of ranges) this.functions.push({ ...range, calls, files: () => this.files() });
    return calls;
  }

  private call(calls: Call[], depth: number, values: Values): void {
    const file = values.get(Attribute.callFile)?.value;
    const line = values.get(Attribute.callLine)?.value;
    const column = values.get(Attribute.callColumn)?.value ?? 0;
    if (file === undefined || line === undefined) return;
    for (const range of this.ranges(values)) calls.push({ ...range, depth, file, line, column });
  }

  private ranges(values: Values): CodeRange[] {
    return codeRanges(this.sections, this.bases!, values);
  }

  private files(): readonly (SourceFile | undefined)[] {
    if (this.known === undefined)
      this.known = this.lines === undefined ? [] : lineHeader(this.lines, this.sections, () => this.folder).files;
    return this.known;
  }
}
