// From positions in transformed text back to the source that it was made of. The stack of V8 has the former.

import { bisect } from '../../base/bisect.ts';
import type { Position } from '../../symbols/source-positions.ts';
import type { Ran, SiteLine } from './left.ts';

/** What is known of a file that was transformed. */
interface Text {
  readonly moved: readonly number[];
  /** `line:column` of calls that the transform made. */
  readonly calls: ReadonlySet<string>;
  readonly map: string | undefined;
}

export class MovedText {
  /** By file; of several texts under one name the last. */
  private readonly texts = new Map<string, Text>();

  constructor(lines: readonly SiteLine[]) {
    for (const { file, moved, calls = [], map } of lines)
      if (moved !== undefined) this.texts.set(file, { moved, calls: new Set(pairs(calls)), map });
  }

  /** Where it is in the source. What the transform inserted is where it was inserted. */
  source(file: string, [line, column]: Ran): Position {
    const moved = this.texts.get(file)?.moved ?? [];
    const isBefore = (i: number) => moved[3 * i]! < line || (moved[3 * i] === line && moved[3 * i + 1]! <= column);
    const next = 3 * bisect(0, Math.floor(moved.length / 3), isBefore);
    const shift = moved[next - 3] === line ? moved[next - 1]! : 0;
    const most = moved[next] === line ? moved[next + 1]! - moved[next + 2]! : Number.POSITIVE_INFINITY;
    return { file, line, column: column === 0 ? 0 : Math.max(1, Math.min(column - shift, most)) };
  }

  isOurs(file: string, [line, column]: Ran): boolean {
    return this.texts.get(file)?.calls.has(`${line}:${column}`) === true;
  }

  /** The source map of a text that was made in memory. */
  map(file: string): string | undefined {
    return this.texts.get(file)?.map;
  }
}

function pairs(numbers: readonly number[]): string[] {
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, i) => `${numbers[2 * i]}:${numbers[2 * i + 1]}`);
}
