// Sections of sites: which code locations stand for, in the words of the runtime that recorded them.

import { varintSize, writeVarint } from '../../base/varint.ts';
import { addSite, type Symbols } from '../../trace/symbols.ts';
import { type SectionHeader, sectionSize } from './frame.ts';
import { SECTION_HEADER_SIZE } from './layout.ts';
import { decodeRows } from './rows.ts';
import { readText, textSize, writeText } from './text.ts';

const encoder = new TextEncoder();
/** In characters; a longer one is no site that could be found again if it were cut. */
const LONGEST = 512;

/** The bytes of a section for some sites, still without its frame. */
export function encodeSites(sites: readonly (readonly [location: number, site: string])[]): Uint8Array {
  const rows = sites.map(([location, site]) => ({ location, text: encoder.encode(site.length > LONGEST ? '' : site) }));
  const length = rows.reduce((sum, { location, text }) => sum + varintSize(location) + textSize(text), 0);
  const bytes = new Uint8Array(sectionSize(length));
  let at = SECTION_HEADER_SIZE;
  for (const { location, text } of rows) at = writeText(bytes, writeVarint(bytes, at, location), text);
  return bytes;
}

/** Adds the sites of a section, whose payload stands at bytes[start…]; returns what is wrong with it, if anything. */
export function decodeSites(header: SectionHeader, bytes: Uint8Array, start: number, symbols: Symbols): string | undefined {
  return decodeRows(header, bytes, start, 'sites', (cursor) => {
    const location = cursor.varint();
    const site = readText(cursor);
    if (location < 0 || site === undefined) return false;
    if (site.length > LONGEST) return `a site is longer than ${LONGEST} characters`;
    if (site !== '') addSite(symbols, location, site);
    return true;
  });
}
