// Sections of allocations: where the memory of variables came from, and which thread asked for it.

import { Cursor, varintSize, writeVarint } from '../../base/varint.ts';
import type { Symbols } from '../../trace/symbols.ts';
import { type SectionHeader, sectionSize } from './frame.ts';
import { SECTION_HEADER_SIZE } from './layout.ts';

/** The bytes of a section for these variables, still without its frame. */
export function encodeAllocations(variables: readonly number[], { allocations }: Symbols): Uint8Array {
  const numbers = variables.flatMap((variable) => [variable, allocations.location(variable), allocations.thread(variable) + 1]);
  const bytes = new Uint8Array(sectionSize(numbers.reduce((sum, number) => sum + varintSize(number), 0)));
  let at = SECTION_HEADER_SIZE;
  for (const number of numbers) at = writeVarint(bytes, at, number);
  return bytes;
}

/** Adds the allocations of a section, whose payload stands at bytes[start…]; returns what is wrong with it, if anything. */
export function decodeAllocations(
  { length, count }: SectionHeader,
  bytes: Uint8Array,
  start: number,
  { allocations, variables, locations, threads }: Symbols,
): string | undefined {
  const cursor = new Cursor(bytes, start, start + length);
  for (let i = 0; i < count; i++) {
    const variable = cursor.varint();
    const location = cursor.varint();
    const thread = cursor.varint() - 1;
    if (variable < 0 || location < 0 || thread < -1) return 'the allocations do not fit into their section';
    if (variable >= variables.size || location >= locations.size || thread >= threads.size)
      return 'an allocation speaks of a variable, a location or a thread that has no name yet';
    allocations.set(variable, location, thread);
  }
  return cursor.at === cursor.end ? undefined : 'the section of allocations is longer than its allocations';
}
