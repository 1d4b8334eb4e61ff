// Names that all have one hash: what an enemy of the symbol table would send.

import { hashBytes, type SymbolTable } from '../../src/trace/symbols.ts';

const SEED = -2128831035;
const FACTOR = 0x2c1b3c6d;

/** Adds names of eight bytes. The second word of each undoes what the first did to the hash. */
export function floodedNames(table: SymbolTable, count: number): void {
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < count; i++) {
    view.setInt32(0, i, true);
    let hash = Math.imul(SEED ^ i, FACTOR);
    hash ^= hash >>> 15;
    view.setInt32(4, hash, true);
    table.intern(bytes, 0, 8, hashBytes(bytes, 0, 8));
  }
}
