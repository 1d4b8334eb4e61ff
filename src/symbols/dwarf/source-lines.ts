// From code addresses to lines that a person wrote. Tables are read when the first address is asked for.

import { compileFolders } from './compile-folders.ts';
import { inlinedCalls } from './inlined-calls.ts';
import type { SourceFile } from './line-header.ts';
import { lineTable, type SourceLine } from './line-table.ts';
import type { DebugSections } from './sections.ts';

/** The line of the code at an address; for code of the system's headers that was expanded in place, the line of the program that called it.
 * `isOfSystem` says which files are nobody's own. */
export function sourceLines(
  sections: () => DebugSections,
  isOfSystem: (file: SourceFile) => boolean,
): (address: number) => SourceLine | undefined {
  const found = lazy(sections);
  const folders = lazy(() => compileFolders(found()));
  const lines = lazy(() => readable(() => lineTable(found(), (offset) => folders().get(offset))));
  const callers = lazy(() => readable(() => inlinedCalls(found())));
  return (address) => {
    const line = lines()?.at(address);
    if (line === undefined || !isOfSystem(line.file)) return line;
    const calls = readable(() => callers()?.(address)) ?? [];
    return calls.find(({ file }) => !isOfSystem(file)) ?? line;
  };
}

/** Undefined if the bytes cannot be read: what cannot be named keeps its address. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
