// Sections of libraries: which locations are not the program's own code, and whose they are.

import { Cursor, varintSize, writeVarint } from '../../base/varint.ts';
import type { CodePlace } from '../../trace/code-place.ts';
import type { Symbols } from '../../trace/symbols.ts';
import { type SectionHeader, sectionSize } from './frame.ts';
import { SECTION_HEADER_SIZE } from './layout.ts';
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
  { length, count }: SectionHeader,
  bytes: Uint8Array,
  start: number,
  { places }: Symbols,
): string | undefined {
  const cursor = new Cursor(bytes, start, start + length);
  for (let i = 0; i < count; i++) {
    const location = cursor.varint();
    const library = readText(cursor);
    if (location < 0 || library === undefined) return 'the libraries do not fit into their section';
    if (library.length > LONGEST) return `the name of a library is longer than ${LONGEST} characters`;
    places.set(location, { ...(places.get(location) ?? { function: '', line: -1, text: '', statement: '' }), library });
  }
  return cursor.at === cursor.end ? undefined : 'the section of libraries is longer than its libraries';
}
