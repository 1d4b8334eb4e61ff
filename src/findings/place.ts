// Locations as recorders write them: `src/a.c:41`, `src/a.c:41 (push)` with the function, `C:\src\a.c:41:7`, `file:///x.mjs:3`, a bare
// number (RAPID), or nothing.

export interface SourcePlace {
  readonly path: string;
  readonly line: number;
  readonly column: number | undefined;
}

/** Each is tried once per colon and looks at a few characters: a location may have a million, and comes from anybody. */
const AT_END = /:(\d{1,9})(?::(\d{1,9}))?$/;
const BEFORE_FUNCTION = /:(\d{1,9})(?::(\d{1,9}))? \(/;
/** Of code without lines: `libc.so.6+0x9d1a (qsort)`. */
const ADDRESS_BEFORE_FUNCTION = /\+0x[\da-f]{1,16} \(/;
/** What recorders write for "not known". */
const NOWHERE = new Set(['', '-', '?', 'nil', 'null', 'unknown']);

/** The numbers in a location, and the function in parentheses behind them. */
function numbers(location: string): { readonly match: RegExpExecArray; readonly name: string | undefined } | undefined {
  const named = location.endsWith(')');
  const match = (named ? BEFORE_FUNCTION : AT_END).exec(location);
  if (match === null) return undefined;
  const name = named ? location.slice(match.index + match[0].length, -1) : undefined;
  return name === '' ? undefined : { match, name };
}

/** The file, line and column, or undefined for what is no place in a file. */
export function sourcePlace(location: string): SourcePlace | undefined {
  const match = numbers(location)?.match;
  if (match === undefined) return undefined;
  const path = location.slice(0, match.index).replace(/^file:\/\//, '');
  // 12:34 is no file.
  if (!/[^\d:]/.test(path)) return undefined;
  return { path, line: Number(match[1]), column: match[2] === undefined ? undefined : Number(match[2]) };
}

/** The location without the function that it may name. */
export function withoutFunction(location: string): string {
  const name = functionOf(location);
  return name === undefined ? location : location.slice(0, -(name.length + ' ()'.length));
}

/** The function that a location names, if it does. */
export function functionOf(location: string): string | undefined {
  return numbers(location)?.name ?? functionAtAddress(location);
}

function functionAtAddress(location: string): string | undefined {
  const match = location.endsWith(')') ? ADDRESS_BEFORE_FUNCTION.exec(location) : null;
  return match === null ? undefined : location.slice(match.index + match[0].length, -1) || undefined;
}

/** The file and the line of a location; the location itself where it names no line. */
export function lineOf(location: string): string {
  const place = sourcePlace(location);
  return place === undefined ? location : `${place.path}:${place.line}`;
}

/** The file of a location; the location itself where it names no line. */
export function pathOf(location: string): string {
  return sourcePlace(location)?.path ?? location;
}

export function isKnown(location: string): boolean {
  return !NOWHERE.has(location);
}
