// The bytes of a native file, version 1, as docs/formats.md specifies them. All numbers are little-endian.

import type { TargetKind } from '../../trace/operation.ts';
import type { Symbols, SymbolTable } from '../../trace/symbols.ts';

/** After PNG's: the first byte shows a 7-bit channel, CR LF and LF show translated line ends, 1A stops `type` on Windows. */
export const MAGIC = Uint8Array.of(0x89, 0x46, 0x54, 0x52, 0x0d, 0x0a, 0x1a, 0x0a);
export const VERSION = 1;
export const FILE_HEADER_SIZE = 16;
/** What a file may have, one of them at most: packed sections, or no sections at all, for it is short. */
export const PACKED_FEATURE = 1;
export const SHORT_FEATURE = 2;

/** F5 never occurs in UTF-8, so no name can look like a section. */
export const MARKER = Uint8Array.of(0xf5, 0x53, 0x45, 0x43);
export const SECTION_HEADER_SIZE = 24;
export const CRC_SIZE = 4;

export const SectionType = {
  metadata: 1,
  symbols: 2,
  events: 3,
  end: 4,
  locations: 5,
  packed: 6,
  predicted: 7,
  shapes: 8,
  places: 128,
  libraries: 129,
  allocations: 130,
  extents: 131,
  columns: 132,
  foreign: 133,
  sites: 134,
} as const;
/** Sections of this type and above may be skipped by a reader that does not know them. */
export const FIRST_OPTIONAL_TYPE = 128;

/** How a column is stored. */
export const Coding = { constant: 0, u8: 1, u16: 2, u32: 4, varint: 5, delta: 6, runs: 7, split: 8 } as const;
/** In a split column, the byte that says that the value stands behind. */
export const HIGH = 255;
export const COLUMN_HEADER_SIZE = 5;
export const MAX_VARINT_SIZE = 5;

/** No section is longer: a reader never has to wait for, or make room for, more than this. */
export const MAX_PAYLOAD = 4 << 20;
export const MAX_NAME = 1 << 20;
/** Bytes of a short file behind its header, and of what they stand for: coding by context takes half a microsecond a byte. */
export const MAX_SHORT = 1 << 14;
/** Of the names of a table of a short file: a few bytes may stand for a long one. */
export const MAX_SHORT_NAMES = 1 << 16;
/** All metadata of a file together. */
export const MAX_METADATA = 1 << 20;

/** The codes of the tables in a symbols section are those of TARGET_KIND_CODES. */
export const TABLES: readonly { readonly kind: TargetKind; readonly of: (symbols: Symbols) => SymbolTable }[] = [
  { kind: 'variable', of: (symbols) => symbols.variables },
  { kind: 'lock', of: (symbols) => symbols.locks },
  { kind: 'thread', of: (symbols) => symbols.threads },
  { kind: 'location', of: (symbols) => symbols.locations },
];

export function readU32(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}

export function writeU32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
  bytes[at + 3] = value >>> 24;
}
