// Places sections: what the recorder knows of locations beside their names.

import { varintSize, writeVarint } from '../../base/varint.ts';
import type { CodePlace } from '../../trace/code-place.ts';
import type { Symbols } from '../../trace/symbols.ts';
import { type SectionHeader, sectionSize } from './frame.ts';
import { SECTION_HEADER_SIZE } from './layout.ts';
import { decodeRows } from './rows.ts';
import { readText, textSize, writeText } from './text.ts';

const encoder = new TextEncoder();
/** In characters; longer texts are cut as they are written. */
const LONGEST = 1024;

/** The bytes of a section for some places by their locations, still without its frame. */
export function encodePlaces(places: readonly (readonly [location: number, place: CodePlace])[]): Uint8Array {
  const rows = places.map(([location, place]) => ({
    numbers: [location, place.line + 1],
    texts: [place.function, place.text, place.statement].map((text) => encoder.encode(text.slice(0, LONGEST))),
  }));
  let length = 0;
  for (const { numbers, texts } of rows) {
    for (const number of numbers) length += varintSize(number);
    for (const text of texts) length += textSize(text);
  }
  const bytes = new Uint8Array(sectionSize(length));
  let at = SECTION_HEADER_SIZE;
  for (const { numbers, texts } of rows) {
    for (const number of numbers) at = writeVarint(bytes, at, number);
    for (const text of texts) at = writeText(bytes, at, text);
  }
  return bytes;
}

/** Adds the places of a section, whose payload stands at bytes[start…]; returns what is wrong with it, if anything. */
export function decodePlaces(header: SectionHeader, bytes: Uint8Array, start: number, { places }: Symbols): string | undefined {
  return decodeRows(header, bytes, start, 'places', (cursor) => {
    const location = cursor.varint();
    const line = cursor.varint() - 1;
    const name = readText(cursor);
    const text = readText(cursor);
    const statement = readText(cursor);
    if (location < 0 || line < -1 || name === undefined || text === undefined || statement === undefined) return false;
    if (Math.max(name.length, text.length, statement.length) > LONGEST)
      return `a text of a place is longer than ${LONGEST} characters`;
    places.set(location, { function: name, line, text, statement });
    return true;
  });
}
