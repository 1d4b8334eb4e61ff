// Texts in sections: their length in bytes, then UTF-8.

import { type Cursor, varintSize, writeVarint } from '../../base/varint.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function textSize(text: Uint8Array): number {
  return varintSize(text.length) + text.length;
}

/** Writes the text at bytes[at…] and returns the end. */
export function writeText(bytes: Uint8Array, at: number, text: Uint8Array): number {
  const start = writeVarint(bytes, at, text.length);
  bytes.set(text, start);
  return start + text.length;
}

/** The next text, or undefined if the section ends within it. */
export function readText(cursor: Cursor): string | undefined {
  const size = cursor.varint();
  const start = cursor.at;
  if (size < 0 || size > cursor.end - start) return undefined;
  cursor.at += size;
  return decoder.decode(cursor.bytes.subarray(start, start + size));
}
