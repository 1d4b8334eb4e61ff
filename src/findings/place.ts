// Locations as recorders write them: `src/a.c:41`, `src/a.c:41 (push)` with the function, `C:\src\a.c:41:7`, `file:///x.mjs:3`, a bare
// number (RAPID), or nothing.

export interface SourcePlace {
  readonly path: string;
  readonly line: number;
  readonly column: number | undefined;
}

const LINE_AND_COLUMN = /:(\d{1,9})(?::(\d{1,9}))?(?: \(.+\))?$/;
const FUNCTION = /(:\d{1,9}) \((.+)\)$/;
/** What recorders write for "not known". */
const NOWHERE = new Set(['', '-', '?', 'nil', 'null', 'unknown']);

/** The file, line and column, or undefined for what is no place in a file. */
export function sourcePlace(location: string): SourcePlace | undefined {
  const match = LINE_AND_COLUMN.exec(location);
  if (match === null) return undefined;
  const path = location.slice(0, match.index).replace(/^file:\/\//, '');
  // 12:34 is no file.
  if (!/[^\d:]/.test(path)) return undefined;
  return { path, line: Number(match[1]), column: match[2] === undefined ? undefined : Number(match[2]) };
}

/** The location without the function that it may name. */
export function withoutFunction(location: string): string {
  return location.replace(FUNCTION, '$1');
}

/** The function that a location names, if it does. */
export function functionOf(location: string): string | undefined {
  return FUNCTION.exec(location)?.[2];
}

/** The file of a location; the location itself where it names no line. */
export function pathOf(location: string): string {
  return sourcePlace(location)?.path ?? location;
}

export function isKnown(location: string): boolean {
  return !NOWHERE.has(location);
}
