// Sections of extents: which memory variables are.

import type { Cursor } from '../../base/varint.ts';
import type { Extents } from '../../trace/extents.ts';
import type { Symbols } from '../../trace/symbols.ts';
import type { SectionHeader } from './frame.ts';
import { decodeRows, encodeNumbers } from './rows.ts';

const WORD = 2 ** 32;
/** Addresses have 48 bits, and so has every length. */
const MOST_HIGH = 0xffff;

/** The bytes of a section for these variables, still without its frame. */
export function encodeExtents(variables: readonly number[], { extents }: { readonly extents: Extents }): Uint8Array {
  return encodeNumbers(
    variables.flatMap((variable) => {
      const { address, bytes, block } = extents.get(variable)!;
      const lengths = [...halves(bytes), ...halves(block?.bytes ?? 0)];
      return [variable, ...halves(address), ...lengths, ...(block === undefined ? [] : halves(block.offset))];
    }),
  );
}

/** Adds the extents of a section, whose payload stands at bytes[start…]; returns what is wrong with it, if anything. */
export function decodeExtents(
  header: SectionHeader,
  bytes: Uint8Array,
  start: number,
  { extents, variables }: Symbols,
): string | undefined {
  return decodeRows(header, bytes, start, 'extents', (cursor) => {
    const variable = cursor.varint();
    const [address, own, block] = [wide(cursor), wide(cursor), wide(cursor)];
    const offset = block > 0 ? wide(cursor) : 0;
    if (Math.min(variable, address, own, block, offset) < 0) return false;
    if (variable >= variables.size) return 'an extent speaks of a variable that has no name yet';
    extents.set(variable, { address, bytes: own, ...(block > 0 && { block: { bytes: block, offset } }) });
    return true;
  });
}

function halves(number: number): [high: number, low: number] {
  return [Math.floor(number / WORD), number >>> 0];
}

/** -1 if the bytes end within it, or it has more than 48 bits. */
function wide(cursor: Cursor): number {
  const high = cursor.varint();
  const low = cursor.varint();
  return high < 0 || low < 0 || high > MOST_HIGH ? -1 : high * WORD + low;
}
