// The functions of a unit by their code, and the calls that were expanded in place in each (DW_TAG_inlined_subroutine). A unit is walked
// when the first address in it is asked for.

import { bisect } from '../../base/bisect.ts';
import { type CodeRange, codeRanges, RangeCount, type Values } from './address-ranges.ts';
import { Attribute, Tag } from './codes.ts';
import type { CompileUnit } from './debug-info.ts';
import type { DebugSections } from './sections.ts';
import { walkUnit } from './walk.ts';

/** A call that was expanded in place. */
export interface InlinedCall extends CodeRange {
  /** Where its entry is: it refers to the function that was called. */
  readonly at: number;
  readonly depth: number;
  /** Where it was called from; the file by its number in the unit. 0 if it is not told. */
  readonly file: number;
  readonly line: number;
  readonly column: number;
}

export interface FunctionCode extends CodeRange {
  readonly at: number;
  readonly calls: InlinedCall[];
}

/** What is at an address: the function, and the calls expanded in place, the innermost first. */
export interface CodeScope {
  readonly function: FunctionCode;
  readonly calls: readonly InlinedCall[];
}

const TAGS: ReadonlySet<number> = new Set([Tag.subprogram, Tag.inlinedSubroutine]);
const WANTED: ReadonlySet<number> = new Set([
  Attribute.lowPc,
  Attribute.highPc,
  Attribute.ranges,
  Attribute.callFile,
  Attribute.callLine,
  Attribute.callColumn,
]);

export class CodeScopes {
  private readonly functions: FunctionCode[] = [];

  constructor(of: CompileUnit, sections: DebugSections) {
    /** The functions that are open in the walk: functions within functions exist, too. */
    const open: { readonly depth: number; readonly calls: InlinedCall[] }[] = [];
    // A unit may be walked again: each walk may read what the sections have.
    const bases = { ...of.bases, count: new RangeCount(sections) };
    const ranges = (values: Values): CodeRange[] => codeRanges(sections, bases, values);
    try {
      walkUnit(sections.info, of.unit, {
        tags: TAGS,
        wanted: WANTED,
        enter: (at, depth, { tag }, { numbers }) => {
          if (tag === Tag.subprogram) {
            const calls: InlinedCall[] = [];
            for (const range of ranges(numbers)) this.functions.push({ ...range, at, calls });
            open.push({ depth, calls });
          } else {
            const number = (attribute: number): number => numbers.get(attribute)?.value ?? 0;
            const [file, line, column] = [Attribute.callFile, Attribute.callLine, Attribute.callColumn].map(number);
            for (const range of ranges(numbers))
              open.at(-1)?.calls.push({ ...range, at, depth, file: file!, line: line!, column: column! });
          }
        },
        leave: (depth) => {
          if (open.at(-1)?.depth === depth) open.pop();
        },
      });
    } catch (error) {
      // What is behind a damaged place is not known.
      if (!(error instanceof RangeError)) throw error;
    }
    this.functions.sort((a, b) => a.low - b.low);
  }

  at(address: number): CodeScope | undefined {
    const { functions } = this;
    const found = functions[bisect(0, functions.length, (i) => functions[i]!.low <= address) - 1];
    if (found === undefined || address >= found.high) return undefined;
    const calls = found.calls.filter(({ low, high }) => low <= address && address < high).sort((a, b) => b.depth - a.depth);
    return { function: found, calls };
  }
}
