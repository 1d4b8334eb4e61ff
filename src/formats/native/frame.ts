// The frame around every section: a marker to find it by, a header that is checked before its length is believed, and a
// checksum behind the payload.

import { crc32 } from '../../base/crc32.ts';
import { CRC_SIZE, FILE_HEADER_SIZE, MAGIC, MARKER, readU32, SECTION_HEADER_SIZE, VERSION, writeU32 } from './layout.ts';

export interface SectionHeader {
  readonly type: number;
  /** Which table, in a symbols section. */
  readonly table: number;
  /** Of the payload, in bytes. */
  readonly length: number;
  /** The id of the first name, the position of the first event, or in the end section the number of events. */
  readonly first: number;
  /** Names, events or pairs in the section. */
  readonly count: number;
}

/** Of a section with a payload of this length. */
export function sectionSize(length: number): number {
  return SECTION_HEADER_SIZE + length + CRC_SIZE;
}

/** Puts the frame around a payload that already stands at bytes[SECTION_HEADER_SIZE…]. */
export function frameSection(bytes: Uint8Array, header: SectionHeader): void {
  const { type, table, length, first, count } = header;
  bytes.set(MARKER, 0);
  bytes[4] = type;
  bytes[5] = table;
  bytes[6] = 0;
  bytes[7] = 0;
  writeU32(bytes, 8, length);
  writeU32(bytes, 12, first);
  writeU32(bytes, 16, count);
  writeU32(bytes, 20, crc32(bytes, 0, 20));
  const end = SECTION_HEADER_SIZE + length;
  writeU32(bytes, end, crc32(bytes, SECTION_HEADER_SIZE, end));
}

/** The section header at bytes[at…], or undefined if its marker or checksum does not hold. */
export function readSectionHeader(bytes: Uint8Array, at: number): SectionHeader | undefined {
  for (let i = 0; i < MARKER.length; i++) if (bytes[at + i] !== MARKER[i]) return undefined;
  if (crc32(bytes, at, at + 20) !== readU32(bytes, at + 20)) return undefined;
  return {
    type: bytes[at + 4]!,
    table: bytes[at + 5]!,
    length: readU32(bytes, at + 8),
    first: readU32(bytes, at + 12),
    count: readU32(bytes, at + 16),
  };
}

export function fileHeader(features = 0): Uint8Array {
  const bytes = new Uint8Array(FILE_HEADER_SIZE);
  bytes.set(MAGIC, 0);
  bytes[8] = VERSION;
  bytes[10] = features;
  writeU32(bytes, 12, crc32(bytes, 0, 12));
  return bytes;
}
