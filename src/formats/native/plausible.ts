// What is wrong with the header of a section though its checksum holds: no honest writer makes these, and none is believed.

import { BLOCK_SIZE, MAX_EVENTS } from '../../trace/block.ts';
import { implausibleAside } from './aside.ts';
import type { SectionHeader } from './frame.ts';
import * as layout from './layout.ts';

const { SectionType } = layout;

export function isOfEvents({ type }: Pick<SectionHeader, 'type'>): boolean {
  return type === SectionType.events || type === SectionType.predicted;
}

export function implausible(header: SectionHeader): string | undefined {
  const { type, table, length, first, count } = header;
  if (length > layout.MAX_PAYLOAD) return `the section claims to be ${length} bytes long; ${layout.MAX_PAYLOAD} are allowed`;
  if ((isOfEvents(header) || type === SectionType.packed) && (count > BLOCK_SIZE || first + count > MAX_EVENTS))
    return `the section claims ${count} events from ${first} on; ${BLOCK_SIZE} and positions below ${MAX_EVENTS} are allowed`;
  if (type === SectionType.shapes && table >= layout.TABLES.length) return `the section claims names of table ${table}`;
  if (type === SectionType.symbols && (table >= layout.TABLES.length || count > length))
    return `the section claims ${count} names of table ${table} in ${length} bytes`;
  if (type === SectionType.locations && count > length / 2) return `the section claims ${count} locations in ${length} bytes`;
  if (type === SectionType.metadata && count > length / 2) return `the section claims ${count} pairs in ${length} bytes`;
  return implausibleAside(header);
}
