// Sections of libraries: which locations are not the program's own code, and whose they are.

import { varintSize, writeVarint } from '../../base/varint.ts';
import { type CodePlace, NO_PLACE } from '../../trace/code-place.ts';
import type { Symbols } from '../../trace/symbols.ts';
import { type SectionHeader, sectionSize } from './frame.ts';
import { SECTION_HEADER_SIZE } from './layout.ts';
import { decodeRows } from './rows.ts';
import { readText, textSize, writeText } from './text.ts';

const encoder = new TextEncoder();
/** In characters; longer names are cut as they are written. */
const LONGEST = 256;

/** The bytes of a section for some places by their locations, still without its frame. */
export function encodeLibraries(places: readonly (readonly [location: number, place: CodePlace])[]): Uint8Array {
  const rows = places.map(([location, { library }]) => ({ location, name: encoder.encode(library!.slice(0, LONGEST)) }));
  const length = rows.reduce((sum, { location, name }) => sum + varintSize(location) + textSize(name), 0);
  const bytes = new Uint8Array(sectionSize(length));
  let at = SECTION_HEADER_SIZE;
  for (const { location, name } of rows) at = writeText(bytes, writeVarint(bytes, at, location), name);
  return bytes;
}

/** Adds the libraries of a section, whose payload stands at bytes[start…]; returns what is wrong with it, if anything. */
export function decodeLibraries(
  header: SectionHeader,
  bytes: Uint8Array,
  start: number,
  { places }: Symbols,
): string | undefined {
  return decodeRows(header, bytes, start, 'libraries', (cursor) => {
    const location = cursor.varint();
    const library = readText(cursor);
    if (location < 0 || library === undefined) return false;
    if (library.length > LONGEST) return `the name of a library is longer than ${LONGEST} characters`;
    places.set(location, { ...(places.get(location) ?? NO_PLACE), library });
    return true;
  });
}
