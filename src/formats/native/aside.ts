// The optional sections: what recorders know of locations and variables beside their names. A reader that leaves them out reads the same events.

import type { Symbols } from '../../trace/symbols.ts';
import { decodeAllocations } from './allocations.ts';
import { decodeColumns } from './columns.ts';
import { decodeExtents } from './extents.ts';
import { decodeForeign } from './foreign.ts';
import type { SectionHeader } from './frame.ts';
import { SectionType } from './layout.ts';
import { decodeLibraries } from './libraries.ts';
import { decodePlaces } from './places.ts';
import { decodeSites } from './sites.ts';

const DECODERS = {
  [SectionType.places]: { things: 'places', least: 5, decode: decodePlaces },
  [SectionType.libraries]: { things: 'libraries', least: 2, decode: decodeLibraries },
  [SectionType.allocations]: { things: 'allocations', least: 3, decode: decodeAllocations },
  [SectionType.extents]: { things: 'extents', least: 7, decode: decodeExtents },
  [SectionType.columns]: { things: 'columns', least: 2, decode: decodeColumns },
  [SectionType.foreign]: { things: 'foreign locations', least: 1, decode: decodeForeign },
  [SectionType.sites]: { things: 'sites', least: 2, decode: decodeSites },
} as const;

function decoderOf(type: number): (typeof DECODERS)[keyof typeof DECODERS] | undefined {
  return DECODERS[type as keyof typeof DECODERS];
}

/** Takes a section, whose payload stands at bytes[start…], if it is an optional one that is known; returns what is wrong with it, if anything. */
export function decodeAside(header: SectionHeader, bytes: Uint8Array, start: number, symbols: Symbols): string | undefined {
  return decoderOf(header.type)?.decode(header, bytes, start, symbols);
}

/** What is wrong with the header of such a section. */
export function implausibleAside({ type, count, length }: SectionHeader): string | undefined {
  const known = decoderOf(type);
  const isTooMany = known !== undefined && count > length / known.least;
  return isTooMany ? `the section claims ${count} ${known.things} in ${length} bytes` : undefined;
}
