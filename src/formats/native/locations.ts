// Sections of locations, for traces with call stacks: names as in a symbols section, and between them locations that have the name of an
// earlier one and a caller. Ids are dense, and both are lower than the location's own: no file can make a cycle.

import { Cursor, varintSize, writeVarint } from '../../base/varint.ts';
import { Link, SEEN } from '../../trace/contexts.ts';
import { NO_LOCATION } from '../../trace/id.ts';
import type { Symbols } from '../../trace/symbols.ts';
import { type SectionHeader, sectionSize } from './frame.ts';
import { MAX_VARINT_SIZE, SECTION_HEADER_SIZE } from './layout.ts';
import type { NameDecoder, Problem } from './names.ts';
import { textSize, writeText } from './text.ts';

/** The code of the table in symbols sections. */
export const LOCATIONS = 3;
/** Bytes of a row beside its name. */
export const MOST_ROW = 3 * MAX_VARINT_SIZE;
/** What a row begins with: this, or a link, with SEEN or without, + 1. */
const NAMED = 0;
const MOST_LINK = Math.max(...Object.values(Link));

/** The bytes of a section for the locations from `first` up to `end`, still without its frame. */
export function encodeLocations({ locations, contexts }: Symbols, first: number, end: number): Uint8Array {
  const isContext = (id: number) => contexts.place(id) !== id;
  const numbers = (id: number) => [contexts.way(id) + 1, contexts.place(id), contexts.caller(id)];
  let length = 0;
  for (let id = first; id < end; id++)
    if (isContext(id)) for (const number of numbers(id)) length += varintSize(number);
    else length += varintSize(NAMED) + textSize(locations.bytes(id));
  const bytes = new Uint8Array(sectionSize(length));
  let at = SECTION_HEADER_SIZE;
  for (let id = first; id < end; id++)
    if (isContext(id)) for (const number of numbers(id)) at = writeVarint(bytes, at, number);
    else at = writeText(bytes, writeVarint(bytes, at, NAMED), locations.bytes(id));
  return bytes;
}

/** Where the names go, and what is done about what is wrong. */
export interface Decoding {
  readonly symbols: Symbols;
  readonly names: NameDecoder;
  /** Bytes that were passed over. */
  readonly skipped: number;
  readonly problem: Problem;
}

/** Adds the locations of a section, whose payload stands at bytes[start…]. Tells `problem` what is wrong, and repairs it if that returns. */
export function decodeLocations({ first, count, length }: SectionHeader, bytes: Uint8Array, start: number, into: Decoding): void {
  const { names, skipped, problem } = into;
  if (!names.reach(LOCATIONS, first, skipped, problem)) return;
  const cursor = new Cursor(bytes, start, start + length);
  for (let id = first; id < first + count; id++) {
    const row = cursor.varint();
    if (!(row === NAMED ? names.next(LOCATIONS, id, cursor, problem) : decodeContext(id, row - 1, cursor, into))) return;
  }
  if (cursor.at !== cursor.end) problem('the section of locations is longer than its locations');
}

/** False if the section cannot go on behind it. */
function decodeContext(id: number, way: number, cursor: Cursor, { symbols, names, skipped, problem }: Decoding): boolean {
  const { locations, contexts } = symbols;
  const place = cursor.varint();
  const caller = cursor.varint();
  if (way < 0 || place < 0 || caller < 0) {
    problem(`location ${id} does not fit into its section`);
    return false;
  }
  if (id !== locations.size) return true;
  if (place === 0 || place >= id) {
    problem(`location ${id} has the name of location ${place}, which does not come before it`);
    return names.fill(LOCATIONS, id + 1, skipped);
  }
  const wrong =
    caller >= id
      ? `is called from location ${caller}, which does not come before it`
      : (way >= 2 * SEEN || way % SEEN > MOST_LINK) && `is called in the way ${way}, which is not known`;
  if (wrong) problem(`location ${id} ${wrong}`);
  locations.again(place);
  contexts.add(id, place, wrong ? NO_LOCATION : caller, wrong ? Link.called : way);
  return true;
}
