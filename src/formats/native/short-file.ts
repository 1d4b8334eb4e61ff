// Short files: behind the header of the file its content, coded by context, and one checksum. For traces of a few events, whose sections would
// be mostly frame.

import { decodeByContext, encodeByContext } from '../../base/context-coding.ts';
import { crc32 } from '../../base/crc32.ts';
import { Cursor, varintSize, writeVarint } from '../../base/varint.ts';
import { fileHeader } from './frame.ts';
import { CRC_SIZE, FILE_HEADER_SIZE, MAX_SHORT, readU32, SHORT_FEATURE, writeU32 } from './layout.ts';
import { PRIMER } from './short-primer.ts';

/** Undefined if it would be too long. */
export function shortFile(content: Uint8Array): Uint8Array | undefined {
  if (content.length > MAX_SHORT) return undefined;
  const coded = encodeByContext(content, PRIMER);
  const start = FILE_HEADER_SIZE + varintSize(content.length);
  const bytes = new Uint8Array(start + coded.length + CRC_SIZE);
  bytes.set(fileHeader(SHORT_FEATURE));
  writeVarint(bytes, FILE_HEADER_SIZE, content.length);
  bytes.set(coded, start);
  const end = start + coded.length;
  writeU32(bytes, end, crc32(bytes, FILE_HEADER_SIZE, end));
  return bytes.length - FILE_HEADER_SIZE > MAX_SHORT ? undefined : bytes;
}

/** The content that bytes[start..end), what is behind the header of a file, stand for; undefined if they are damaged. */
export function contentOf(bytes: Uint8Array, start: number, end: number): Uint8Array | undefined {
  const cursor = new Cursor(bytes, start, end - CRC_SIZE);
  if (end - start < CRC_SIZE || end - start > MAX_SHORT) return undefined;
  if (crc32(bytes, start, cursor.end) !== readU32(bytes, cursor.end)) return undefined;
  const length = cursor.varint();
  if (length < 0 || length > MAX_SHORT) return undefined;
  const content = new Uint8Array(length);
  decodeByContext(bytes, cursor.at, cursor.end, PRIMER, content);
  return content;
}
