// From a code address to the functions that a person wrote: the line of the code and its function, then, for code that was expanded in
// place, the lines of its callers up to the function that the linker knows. Units are read when the first address in them is asked for.

import { CodeScopes } from './code-scopes.ts';
import type { CompileUnit, DebugInfo } from './debug-info.ts';
import { type FunctionName, FunctionNames } from './function-names.ts';
import { Kept } from './kept.ts';
import type { SourceFile } from './line-header.ts';
import { type LineTable, linePrograms, lineTable, type SourceLine } from './line-table.ts';

export interface SourceFrame extends SourceLine {
  /** Undefined if it is not told. */
  readonly function: FunctionName | undefined;
  /** Whether it was expanded in place of a call: the next frame is its caller. */
  readonly inlined: boolean;
}

/** Units that are kept as they were read, each about as large as its part of the debug information. */
const MOST_UNITS = 64;

interface ReadUnit {
  readonly lines: LineTable;
  readonly scopes: CodeScopes;
}

export class SourceFrames {
  readonly names: FunctionNames;
  private readonly info: DebugInfo;
  private readonly units = new Kept<number, ReadUnit>(MOST_UNITS);
  private loose: LineTable | undefined;

  constructor(info: DebugInfo) {
    this.info = info;
    this.names = new FunctionNames(info, MOST_UNITS);
  }

  /** The innermost first; none if the line is not known. */
  at(address: number): SourceFrame[] {
    const of = this.info.unitOf(address);
    if (of === undefined) {
      const line = this.looseLines().at(address);
      return line === undefined ? [] : [{ ...line, function: undefined, inlined: false }];
    }
    const { lines, scopes } = this.units.get(of.unit.start, () => this.read(of));
    let line = lines.at(address);
    if (line === undefined) return [];
    const scope = scopes.at(address);
    const frames: SourceFrame[] = [];
    for (const call of scope?.calls ?? []) {
      frames.push({ ...line, function: this.names.at(call.at), inlined: true });
      line = { file: this.info.files(of)[call.file] ?? of.file, line: call.line, column: call.column };
    }
    frames.push({ ...line, function: scope && this.names.at(scope.at), inlined: false });
    return frames;
  }

  private read(of: CompileUnit): ReadUnit {
    const { sections } = this.info;
    const programs = of.lines === undefined ? [] : [of.lines];
    return { lines: lineTable(sections, programs, () => of.file.folder), scopes: new CodeScopes(of, sections) };
  }

  /** Of programs that no unit with code speaks of: assembly, or what has lines only. */
  private looseLines(): LineTable {
    if (this.loose === undefined) {
      const { sections, units } = this.info;
      const folders = new Map(units.map(({ lines, file }) => [lines, file.folder]));
      const taken = new Set(units.filter(({ ranges }) => ranges.length > 0).map(({ lines }) => lines));
      const programs = [...linePrograms(sections)].filter((offset) => !taken.has(offset));
      this.loose = lineTable(sections, programs, (offset) => folders.get(offset));
    }
    return this.loose;
  }
}

/** The first frame of the program itself: code of the system's headers that was expanded in place is told by the line that called it.
 * `isOfSystem` says which files are nobody's own. */
export function ownFrame(frames: readonly SourceFrame[], isOfSystem: (file: SourceFile) => boolean): SourceFrame | undefined {
  return frames.find(({ file }) => !isOfSystem(file)) ?? frames[0];
}
