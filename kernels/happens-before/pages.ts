// What is known of each variable, in pages that are made when one of their variables is first met: most traces name more variables than they
// touch at a time, and numbers without a page cost four bytes for 256 of them.

import { bitsFor, block, moved } from './blocks';

/** Variables of a page. */
export const PAGE_BITS: u32 = 8;
export const IN_PAGE: u32 = (1 << PAGE_BITS) - 1;

/** A directory: where its table lies, the size of that as a power of two, and how many pages there are. */
const TABLE = 0;
const BITS = 4;
const PAGES = 8;
const FIRST_BITS: u32 = 12;

export function newDirectory(): usize {
  const directory = block(4);
  store<u32>(directory, <u32>block(FIRST_BITS), TABLE);
  store<u32>(directory, FIRST_BITS, BITS);
  return directory;
}

/** Makes room for numbers below the bound. */
export function widen(directory: usize, bound: u32): void {
  const bits = load<u32>(directory, BITS);
  const needed = bitsFor((bound >>> PAGE_BITS) + 1, 2);
  if (needed <= bits) return;
  store<u32>(directory, <u32>moved(load<u32>(directory, TABLE), bits, needed), TABLE);
  store<u32>(directory, needed, BITS);
}

/** Per page where it lies, 0 if there is none. */
export function tableOf(directory: usize): usize {
  return load<u32>(directory, TABLE);
}

/** How many pages there are. */
export function pageCount(directory: usize): u32 {
  return load<u32>(directory, PAGES);
}

/** The cell of a number, in a page that is made now if it must be; cells have this size, as a power of two. */
export function cellOf(directory: usize, number: u32, cellBits: u32): usize {
  const entry = tableOf(directory) + ((number >>> PAGE_BITS) << 2);
  let page: usize = load<u32>(entry);
  if (page === 0) {
    page = block(PAGE_BITS + cellBits);
    store<u32>(entry, <u32>page);
    store<u32>(directory, load<u32>(directory, PAGES) + 1, PAGES);
  }
  return page + ((number & IN_PAGE) << cellBits);
}
