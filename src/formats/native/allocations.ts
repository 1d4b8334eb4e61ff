// Sections of allocations: where the memory of variables came from, and which thread asked for it.

import type { Symbols } from '../../trace/symbols.ts';
import type { SectionHeader } from './frame.ts';
import { decodeRows, encodeNumbers } from './rows.ts';

/** The bytes of a section for these variables, still without its frame. */
export function encodeAllocations(variables: readonly number[], { allocations }: Symbols): Uint8Array {
  return encodeNumbers(
    variables.flatMap((variable) => [variable, allocations.location(variable), allocations.thread(variable) + 1]),
  );
}

/** Adds the allocations of a section, whose payload stands at bytes[start…]; returns what is wrong with it, if anything. */
export function decodeAllocations(
  header: SectionHeader,
  bytes: Uint8Array,
  start: number,
  { allocations, variables, locations, threads }: Symbols,
): string | undefined {
  return decodeRows(header, bytes, start, 'allocations', (cursor) => {
    const variable = cursor.varint();
    const location = cursor.varint();
    const thread = cursor.varint() - 1;
    if (variable < 0 || location < 0 || thread < -1) return false;
    if (variable >= variables.size || location >= locations.size || thread >= threads.size)
      return 'an allocation speaks of a variable, a location or a thread that has no name yet';
    allocations.set(variable, location, thread);
    return true;
  });
}
