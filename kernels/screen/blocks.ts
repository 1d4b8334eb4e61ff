// Blocks of memory that are in use: what was done to the memory before says nothing of what is done to it now.

import { renewed } from './host';
import { find, newMap, put, remove } from './map';
import { clearMemory } from './renewal';

/** Address and one more → bytes and one more. */
export let blocks: usize = 0;
/** The host has memory that it must know the end of. */
let tells: bool = false;

export function prepare(): void {
  blocks = newMap(10);
}

export function tellOfBlocks(): void {
  tells = true;
}

export function allocate(address: u64, bytes: u64, slack: u32): void {
  const before = find(blocks, address + 1);
  renew(address, max(bytes, before === 0 ? 0 : before - 1));
  put(blocks, address + 1, bytes - slack + 1);
}

export function free(address: u64): void {
  const before = find(blocks, address + 1);
  if (before === 0) return;
  remove(blocks, address + 1);
  renew(address, before - 1);
}

function renew(address: u64, bytes: u64): void {
  if (bytes === 0) return;
  clearMemory(address, bytes);
  if (WATCHING && tells) renewed(<f64>address, <f64>bytes);
}
