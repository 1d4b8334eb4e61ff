// The functions of a unit by their code, and the calls that were expanded in place in each (DW_TAG_inlined_subroutine). A unit is walked
// when the first address in it is asked for, and three numbers are kept per function; of the calls, those of the last functions.

import { bisect } from '../../base/bisect.ts';
import { type CodeRange, codeRanges, RangeCount, type UnitBases } from './address-ranges.ts';
import { Attribute, Tag } from './codes.ts';
import type { CompileUnit } from './debug-info.ts';
import type { EntryValues } from './entries.ts';
import { Kept } from './kept.ts';
import type { DebugSections } from './sections.ts';
import { walkEntry, walkUnit } from './walk.ts';

/** A call that was expanded in place. */
export interface InlinedCall {
  /** Where its entry is: it refers to the function that was called. */
  readonly at: number;
  /** Where it was called from; the file by its number in the unit. 0 if it is not told. */
  readonly file: number;
  readonly line: number;
  readonly column: number;
}

/** What is at an address: the entry of the function, and the calls expanded in place, the innermost first. */
export interface CodeScope {
  readonly at: number;
  readonly calls: readonly InlinedCall[];
}

const FUNCTIONS: ReadonlySet<number> = new Set([Tag.subprogram]);
const CALLS: ReadonlySet<number> = new Set([Tag.inlinedSubroutine]);
const RANGES: readonly number[] = [Attribute.lowPc, Attribute.highPc, Attribute.ranges];
const OF_FUNCTION: ReadonlySet<number> = new Set(RANGES);
const OF_CALL: ReadonlySet<number> = new Set([...RANGES, Attribute.callFile, Attribute.callLine, Attribute.callColumn]);

interface CallCode extends InlinedCall {
  readonly ranges: readonly CodeRange[];
}

const MOST_FUNCTIONS = 8;

export class CodeScopes {
  private readonly of: CompileUnit;
  private readonly sections: DebugSections;
  /** By their code. */
  private readonly lows: Float64Array;
  private readonly highs: Float64Array;
  private readonly entries: Float64Array;
  private readonly kept = new Kept<number, readonly CallCode[]>(MOST_FUNCTIONS);

  constructor(of: CompileUnit, sections: DebugSections) {
    this.of = of;
    this.sections = sections;
    const found: (CodeRange & { readonly at: number })[] = [];
    const bases = this.bases();
    try {
      walkUnit(sections.info, of.unit, {
        tags: FUNCTIONS,
        wanted: OF_FUNCTION,
        enter: (at, _, __, { numbers }) => {
          for (const range of codeRanges(sections, bases, numbers)) found.push({ ...range, at });
        },
      });
    } catch (error) {
      // What is behind a damaged place is not known.
      if (!(error instanceof RangeError)) throw error;
    }
    found.sort((a, b) => a.low - b.low);
    this.lows = Float64Array.from(found, ({ low }) => low);
    this.highs = Float64Array.from(found, ({ high }) => high);
    this.entries = Float64Array.from(found, ({ at }) => at);
  }

  at(address: number): CodeScope | undefined {
    const { lows } = this;
    const index = bisect(0, lows.length, (i) => lows[i]! <= address) - 1;
    if (index < 0 || address >= this.highs[index]!) return undefined;
    const at = this.entries[index]!;
    const calls = this.kept.get(at, () => this.read(at));
    const covering = calls.filter(({ ranges }) => ranges.some(({ low, high }) => low <= address && address < high));
    // Each lies in the one before.
    return { at, calls: covering.reverse() };
  }

  private read(at: number): CallCode[] {
    const found: CallCode[] = [];
    const bases = this.bases();
    walkEntry(this.sections.info, this.of.unit, at, {
      tags: CALLS,
      wanted: OF_CALL,
      enter: (entry, _, __, { numbers }) => {
        found.push({ at: entry, ...callOf(numbers), ranges: codeRanges(this.sections, bases, numbers) });
      },
    });
    return found;
  }

  /** A walk may read as many ranges as the sections have. */
  private bases(): UnitBases {
    return { ...this.of.bases, count: new RangeCount(this.sections) };
  }
}

function callOf(numbers: EntryValues['numbers']): Omit<InlinedCall, 'at'> {
  const number = (attribute: number): number => numbers.get(attribute)?.value ?? 0;
  return { file: number(Attribute.callFile), line: number(Attribute.callLine), column: number(Attribute.callColumn) };
}
