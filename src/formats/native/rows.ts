// What optional sections have in common: rows of numbers and texts, as many as the header says, and nothing behind them.

import { Cursor, varintSize, writeVarint } from '../../base/varint.ts';
import { type SectionHeader, sectionSize } from './frame.ts';
import { SECTION_HEADER_SIZE } from './layout.ts';

/** Reads a row and takes it. False: the section ends within it; a text: what else is wrong with it. */
type TakeRow = (cursor: Cursor) => boolean | string;

/** Reads the rows of a section, whose payload stands at bytes[start…]; returns what is wrong with it, if anything. `things` is what they are called. */
export function decodeRows(
  { length, count }: SectionHeader,
  bytes: Uint8Array,
  start: number,
  things: string,
  take: TakeRow,
): string | undefined {
  const cursor = new Cursor(bytes, start, start + length);
  for (let i = 0; i < count; i++) {
    const taken = take(cursor);
    if (taken === false) return `the ${things} do not fit into their section`;
    if (typeof taken === 'string') return taken;
  }
  return cursor.at === cursor.end ? undefined : `the section of ${things} is longer than its ${things}`;
}

/** The bytes of a section that has these numbers, still without its frame. */
export function encodeNumbers(numbers: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(sectionSize(numbers.reduce((sum, number) => sum + varintSize(number), 0)));
  let at = SECTION_HEADER_SIZE;
  for (const number of numbers) at = writeVarint(bytes, at, number);
  return bytes;
}
