// What is in a short file: the sections of a plain one, without what only longer files need, so that it can be coded by context. Where names and
// events end can be seen; other sections have the short header that they have in a packed section.

import { joinedBytes } from '../../base/joined-bytes.ts';
import { Cursor } from '../../base/varint.ts';
import type { EventBlock } from '../../trace/block.ts';
import { readSectionHeader, type SectionHeader, sectionSize } from './frame.ts';
import { FILE_HEADER_SIZE, SECTION_HEADER_SIZE, SectionType, TABLES } from './layout.ts';
import { LOCATIONS } from './locations.ts';
import { putEvents, putVarint, takeEvents } from './short-events.ts';
import { putNames, takeNames } from './short-names.ts';

/** What names begin with, and on it the code of their table: no section has these types. */
const NAMES = 16;

/** The content of a plain file whose events are those of the blocks; undefined if it cannot be told in short. */
export function shortContent(plain: Uint8Array, blocks: readonly EventBlock[]): Uint8Array | undefined {
  const out: number[] = [];
  for (let at = FILE_HEADER_SIZE; ; ) {
    const header = readSectionHeader(plain, at)!;
    const { type, table, length, first, count } = header;
    if (type === SectionType.end) return Uint8Array.from(out);
    const start = at + SECTION_HEADER_SIZE;
    if (type === SectionType.symbols) {
      out.push(NAMES + table);
      if (first !== firstId(table) || !putNames(out, count, new Cursor(plain, start, start + length))) return undefined;
    } else if (type === SectionType.events) {
      out.push(type);
      putEvents(out, blocks);
    } else {
      out.push(...shortHeader(header));
      for (const byte of plain.subarray(start, start + length)) out.push(byte);
    }
    at += sectionSize(length);
  }
}

/** The content as what is in a packed section, up to a section of the end; undefined if it is none. */
export function sectionsOf(content: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const out: Uint8Array[] = [];
  const cursor = new Cursor(content, 0, content.length);
  let events = 0;
  while (cursor.at < cursor.end) {
    const type = content[cursor.at++]!;
    const table = type - NAMES;
    if (table >= 0 && table < TABLES.length) {
      const names = takeNames(cursor);
      if (names === undefined) return undefined;
      const { texts, count } = names;
      out.push(shortHeader({ type: SectionType.symbols, table, length: texts.length, first: firstId(table), count }));
      out.push(texts);
    } else if (type === SectionType.events) {
      const told = takeEvents(cursor);
      if (told === undefined) return undefined;
      const { payload, count } = told;
      out.push(shortHeader({ type, table: 0, length: payload.length, first: 0, count }));
      out.push(payload);
      events = count;
    } else {
      const from = cursor.at - 1;
      cursor.at++;
      const length = cursor.varint();
      const [first, count] = [cursor.varint(), cursor.varint()];
      if (Math.min(length, first, count) < 0 || length > cursor.end - cursor.at) return undefined;
      cursor.at += length;
      out.push(content.subarray(from, cursor.at));
    }
  }
  out.push(shortHeader({ type: SectionType.end, table: 0, length: 0, first: events, count: 0 }));
  return joinedBytes(out);
}

function firstId(table: number): number {
  return table === LOCATIONS ? 1 : 0;
}

function shortHeader({ type, table, length, first, count }: SectionHeader): Uint8Array {
  const header = [type, table];
  for (const number of [length, first, count]) putVarint(header, number);
  return Uint8Array.from(header);
}
