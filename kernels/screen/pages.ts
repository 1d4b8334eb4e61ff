// The memory of the program in pages, as far as it was touched: of each a reference per granule to its cells, granules.ts; or one cell, as long as
// only ranges that cover the page touch it.

import { take } from '../heap';
import { copyCell, MASK, newCells, ONE, release } from './granules';
import { find, newMap, put } from './map';

export const PAGE_BITS: u32 = 12;
export const PAGE_BYTES: u32 = 1 << PAGE_BITS;
export const GRANULES: u32 = PAGE_BYTES >> 3;

/** A page: its references, or 0 while it is one cell; that cell, or 0; the objects in it; and when any of it was cleared. */
export const REFS = 0;
export const WHOLE = 4;
export const OBJECTS: usize = 8;
export const CLEARED = 16;
const PAGE_RECORD_BYTES: usize = 24;

/** Number and one more, since 0 is no key → page. */
export let pages: usize = 0;
/** The same for those that were asked for lately, and another one for their references: few enough to stay near the processor. */
let cache: usize = 0;
const CACHE_BITS: u32 = 9;
let opened: usize = 0;
let spareRefs: usize = 0;

export function prepare(): void {
  pages = newMap(12);
  cache = take((<usize>16) << CACHE_BITS);
  opened = take((<usize>16) << CACHE_BITS);
}

/** The place of a page in a cache. Pages of a heap, of a stack and of variables follow each other, and begin anywhere. @inline */
function slotOf(number: u64): usize {
  return (<usize>((<u32>number ^ <u32>(number >>> CACHE_BITS)) & ((1 << CACHE_BITS) - 1))) << 4;
}

export function pageOf(number: u64): usize {
  const at = cache + slotOf(number);
  if (load<u64>(at) === number + 1) return load<u32>(at, 8);
  let page = <usize>find(pages, number + 1);
  if (page === 0) {
    page = take(PAGE_RECORD_BYTES);
    put(pages, number + 1, page);
  }
  store<u64>(at, number + 1);
  store<u32>(at, <u32>page, 8);
  return page;
}

export function knownPage(number: u64): usize {
  return <usize>find(pages, number + 1);
}

export function objectsAt(address: u64): usize {
  return pageOf(address >>> PAGE_BITS) + OBJECTS;
}

/** The reference of the granule at an address, if that is at hand, or 0. @inline */
export function openedRef(address: u64): usize {
  const number = address >>> PAGE_BITS;
  const at = opened + slotOf(number);
  return load<u64>(at) === number + 1 ? <usize>load<u32>(at, 8) + granuleAt(address) : 0;
}

/** The reference of the granule at an address. */
export function refOf(address: u64): usize {
  return openedRef(address) || refsOf(address >>> PAGE_BITS) + granuleAt(address);
}

/** @inline */
function granuleAt(address: u64): usize {
  return (<usize>((<u32>address >>> 3) & (GRANULES - 1))) << 2;
}

/** The references of a page, which has them from now on. */
export function refsOf(number: u64): usize {
  const page = pageOf(number);
  const refs: usize = load<u32>(page, REFS) || <u32>open(page);
  const at = opened + slotOf(number);
  store<u64>(at, number + 1);
  store<u32>(at, <u32>refs, 8);
  return refs;
}

export function wholeOf(page: usize): usize {
  const cell: usize = load<u32>(page, WHOLE);
  if (cell !== 0) return cell;
  const whole = newCells(1);
  store<u32>(page, <u32>whole, WHOLE);
  return whole;
}

function open(page: usize): usize {
  let refs = spareRefs;
  if (refs === 0) refs = take(GRANULES << 2);
  else {
    spareRefs = load<u32>(refs);
    memory.fill(refs, 0, GRANULES << 2);
  }
  store<u32>(page, <u32>refs, REFS);
  const whole: usize = load<u32>(page, WHOLE);
  if (whole === 0) return refs;
  for (let i: usize = 0; i < GRANULES; i++) {
    const cell = newCells(1);
    copyCell(whole, cell);
    store<u32>(cell, 0xff, MASK);
    store<u32>(refs + (i << 2), <u32>cell | ONE);
  }
  release(whole, 1);
  store<u32>(page, 0, WHOLE);
  return refs;
}

/** A page has no cells any more. */
export function close(page: usize, number: u64): void {
  const refs = load<u32>(page, REFS);
  store<u32>(refs, <u32>spareRefs);
  spareRefs = refs;
  store<u32>(page, 0, REFS);
  const at = opened + slotOf(number);
  if (load<u64>(at) === number + 1) store<u64>(at, 0);
}
