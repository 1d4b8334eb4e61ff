// Events in short files: their number and four columns of varints. A location is told by its distance to the highest one before it: most are
// the next.

import { joinedBytes } from '../../base/joined-bytes.ts';
import { type Cursor, writeVarint } from '../../base/varint.ts';
import type { EventBlock } from '../../trace/block.ts';
import { COLUMN_HEADER_SIZE, Coding, MAX_VARINT_SIZE, writeU32 } from './layout.ts';

const COLUMNS = 4;

export function putVarint(out: number[], value: number): void {
  const room = new Uint8Array(MAX_VARINT_SIZE);
  out.push(...room.subarray(0, writeVarint(room, 0, value)));
}

export function putEvents(out: number[], blocks: readonly EventBlock[]): void {
  putVarint(
    out,
    blocks.reduce((sum, { length }) => sum + length, 0),
  );
  for (const column of ['ops', 'threads', 'targets'] as const)
    for (const block of blocks) for (let i = 0; i < block.length; i++) putVarint(out, block[column][i]!);
  let highest = 0;
  for (const { length, locations } of blocks)
    for (let i = 0; i < length; i++) {
      const location = locations[i]!;
      putVarint(out, location === 0 ? 0 : location > highest ? 2 * (location - highest) - 1 : 2 * (highest - location) + 2);
      highest = Math.max(highest, location);
    }
}

/** The payload of a section of events, and how many they are; undefined if they do not fit in. */
export function takeEvents(cursor: Cursor): { readonly payload: Uint8Array; readonly count: number } | undefined {
  const count = cursor.varint();
  if (count < 0 || COLUMNS * count > cursor.end - cursor.at) return undefined;
  const payload: Uint8Array[] = [];
  let highest = 0;
  for (let k = 0; k < COLUMNS; k++) {
    const column: number[] = [];
    for (let i = 0; i < count; i++) {
      let value = cursor.varint();
      if (value < 0) return undefined;
      if (k === COLUMNS - 1 && value > 0) {
        value = value % 2 === 1 ? highest + (value + 1) / 2 : highest - (value - 2) / 2;
        if (value < 1 || value > 0xffff_ffff) return undefined;
        highest = Math.max(highest, value);
      }
      putVarint(column, value);
    }
    const header = new Uint8Array(COLUMN_HEADER_SIZE);
    header[0] = Coding.varint;
    writeU32(header, 1, column.length);
    payload.push(header, Uint8Array.from(column));
  }
  return { payload: joinedBytes(payload), count };
}
