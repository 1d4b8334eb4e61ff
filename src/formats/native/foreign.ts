// Sections of foreign code: the locations whose code the recorder did not compile.

import type { Symbols } from '../../trace/symbols.ts';
import type { SectionHeader } from './frame.ts';
import { decodeRows } from './rows.ts';

/** Adds the locations of a section, whose payload stands at bytes[start…]; returns what is wrong with it, if anything. */
export function decodeForeign(header: SectionHeader, bytes: Uint8Array, start: number, { foreign }: Symbols): string | undefined {
  return decodeRows(header, bytes, start, 'foreign locations', (cursor) => {
    const location = cursor.varint();
    if (location < 0) return false;
    foreign.add(location);
    return true;
  });
}
