// Sections of columns: where in their lines the statements begin that locations are in.

import { type CodePlace, NO_PLACE } from '../../trace/code-place.ts';
import type { Symbols } from '../../trace/symbols.ts';
import type { SectionHeader } from './frame.ts';
import { decodeRows, encodeNumbers } from './rows.ts';

/** The bytes of a section for some places by their locations, still without its frame. */
export function encodeColumns(places: readonly (readonly [location: number, place: CodePlace])[]): Uint8Array {
  return encodeNumbers(places.flatMap(([location, { column }]) => [location, column!]));
}

/** Adds the columns of a section, whose payload stands at bytes[start…]; returns what is wrong with it, if anything. */
export function decodeColumns(header: SectionHeader, bytes: Uint8Array, start: number, { places }: Symbols): string | undefined {
  return decodeRows(header, bytes, start, 'columns', (cursor) => {
    const location = cursor.varint();
    const column = cursor.varint();
    if (location < 0 || column < 0) return false;
    places.set(location, { ...(places.get(location) ?? NO_PLACE), column });
    return true;
  });
}
