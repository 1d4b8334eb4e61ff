// The first pass's picture of memory: pages of 4 KiB with two words per granule of eight bytes, made when they are first touched. A
// page that is only ever touched as a whole has one word, so that setting a gigabyte costs a few hundred thousand steps, not a
// billion. A byte of shadow per byte touched.

import { AddressMap } from './address-map.ts';
import {
  ATOMIC,
  GRANULE_BYTES,
  isOther,
  JOINS_AFTER,
  JOINS_BEFORE,
  joined,
  MANY,
  MASK_SHIFT,
  maskOf,
  NOBODY,
  OWNER,
  PLAIN,
  SPLIT,
  SplitGranules,
  WRITTEN,
  withJoins,
} from './granule.ts';

export const PAGE_BYTES = 4096;
const PAGE_GRANULES = PAGE_BYTES / GRANULE_BYTES;
const PAGE_WORDS = 2 * PAGE_GRANULES;
/** From the word of a granule to its detail. Words stand together, because most accesses need nothing else. */
export const DETAIL = PAGE_GRANULES;
/** Pages are cut from pieces of memory of this many. */
const SLAB_SHIFT = 8;
const SLAB_PAGES = 1 << SLAB_SHIFT;
const CACHED_BITS = 14;

export class Page {
  readonly number: number;
  /** Per granule its word, then per granule its birth or the entry of a split one. Undefined while the page is only touched as a whole. */
  words: Uint32Array | undefined;
  /** Where these words stand among those of all pages. */
  row = 0;
  /** The word of the whole page, while `words` is undefined; the mask means nothing. */
  whole = NOBODY;
  /** How many allocations and frees there had been when the page became empty, while `words` is undefined. */
  birth = 0;
  /** What else stands in the page: indices of synchronisation objects. */
  objects: number[] | undefined;

  constructor(number: number) {
    this.number = number;
  }
}

export class Shadow {
  readonly splits = new SplitGranules();
  private readonly pages: Page[] = [];
  /** Number of a page → its index. */
  private readonly indices = new AddressMap(12);
  /** Pages that were used lately, by a hash of their number, and where their words stand: not the pages, which would be two more misses of the cache. */
  private readonly cachedNumbers = new Float64Array(1 << CACHED_BITS).fill(-1);
  private readonly cachedRows = new Int32Array(1 << CACHED_BITS);
  /** The words of all pages that have some, each slab with those of SLAB_PAGES. */
  private readonly slabs: Uint32Array[] = [];
  private rows = 0;

  /** A plain access of 1 to 255 bytes. `owner` is the thread + 1, `written` is WRITTEN or 0. */
  access(high: number, low: number, bytes: number, owner: number, written: number): void {
    const offset = low & 7;
    if (offset + bytes > GRANULE_BYTES) {
      this.touch(high * 0x1_0000_0000 + low, bytes, owner, written);
      return;
    }
    const number = high * 0x10_0000 + (low >>> 12);
    const slot = slotOf(high, low);
    const row = this.cachedNumbers[slot] === number ? this.cachedRows[slot]! : this.missed(number, slot);
    const words = this.slabs[row >>> SLAB_SHIFT]!;
    const at = (row & (SLAB_PAGES - 1)) * PAGE_WORDS + ((low >>> 3) & (PAGE_GRANULES - 1));
    const mask = ((1 << bytes) - 1) << offset;
    const mine = owner | (mask << MASK_SHIFT);
    const state = words[at]!;
    if (state === (mine | WRITTEN) || state === (mine | written) || state === (MANY | (mask << MASK_SHIFT) | WRITTEN)) return;
    if (state === NOBODY) words[at] = mine | written;
    else this.granule(words, at, mask, owner, written, false, false);
  }

  /** Any access. `flags` are WRITTEN and ATOMIC. */
  touch(address: number, bytes: number, owner: number, flags: number): void {
    const end = address + bytes;
    for (let from = address; from < end; ) {
      const number = Math.floor(from / PAGE_BYTES);
      const start = number * PAGE_BYTES;
      const to = Math.min(end, start + PAGE_BYTES);
      const page = this.page(number);
      if (to - from === PAGE_BYTES && page.words === undefined) this.wholePage(page, owner, flags, from > address, to < end);
      else this.granules(page.words ?? this.open(page), from - start, to - start, owner, flags, from > address, to < end);
      from = to;
    }
  }

  /** Whether another thread has touched any of these bytes so far. */
  isForeign(address: number, bytes: number, owner: number): boolean {
    const end = address + bytes;
    for (let from = address; from < end; ) {
      const number = Math.floor(from / PAGE_BYTES);
      const start = number * PAGE_BYTES;
      const to = Math.min(end, start + PAGE_BYTES);
      const page = this.existing(number);
      if (page !== undefined && this.isTouchedByOther(page, from - start, to - start, owner)) return true;
      from = to;
    }
    return false;
  }

  private isTouchedByOther({ words, whole }: Page, from: number, to: number, owner: number): boolean {
    if (words === undefined) return isOther(whole, owner);
    for (let at = from >> 3; at * GRANULE_BYTES < to; at++) {
      const state = words[at]!;
      // One thread may have parted a granule by itself.
      if ((state & OWNER) === SPLIT ? this.splits.isForeign(words[at + DETAIL]!, owner) : isOther(state, owner)) return true;
    }
    return false;
  }

  /** The page with the number; a new one if there is none. */
  page(number: number): Page {
    const index = this.indices.get(number);
    if (index >= 0) return this.pages[index]!;
    const page = new Page(number);
    this.indices.set(number, this.pages.push(page) - 1);
    return page;
  }

  /** The pages that exist and overlap the bytes, in ascending order. */
  pagesIn(address: number, bytes: number): Page[] {
    const first = Math.floor(address / PAGE_BYTES);
    const last = Math.floor((address + bytes - 1) / PAGE_BYTES);
    if (last - first > this.pages.length) return this.allPages().filter(({ number }) => number >= first && number <= last);
    const found: Page[] = [];
    for (let number = first; number <= last; number++) {
      const page = this.existing(number);
      if (page !== undefined) found.push(page);
    }
    return found;
  }

  allPages(): Page[] {
    return this.pages.toSorted((a, b) => a.number - b.number);
  }

  /** The granules on both sides of the address are no longer of one cell. */
  cut(address: number): void {
    this.unjoin(address - GRANULE_BYTES, JOINS_AFTER);
    this.unjoin(address, JOINS_BEFORE);
  }

  /** Gives the page a word per granule. */
  open(page: Page): Uint32Array {
    page.row = this.rows++;
    const place = page.row & (SLAB_PAGES - 1);
    if (place === 0) this.slabs.push(new Uint32Array(SLAB_PAGES * PAGE_WORDS));
    const words = this.slabs.at(-1)!.subarray(place * PAGE_WORDS, (place + 1) * PAGE_WORDS);
    page.words = words;
    const { whole, birth } = page;
    const state = (whole & (OWNER | WRITTEN)) | (0xff << MASK_SHIFT) | JOINS_BEFORE | JOINS_AFTER;
    if (whole !== NOBODY) words.fill(state, 0, PAGE_GRANULES);
    words.fill(birth, DETAIL);
    if (whole !== NOBODY) {
      if ((whole & JOINS_BEFORE) === 0) words[0]! &= ~JOINS_BEFORE;
      if ((whole & JOINS_AFTER) === 0) words[PAGE_GRANULES - 1]! &= ~JOINS_AFTER;
    }
    return words;
  }

  private existing(number: number): Page | undefined {
    const index = this.indices.get(number);
    return index < 0 ? undefined : this.pages[index];
  }

  private unjoin(address: number, joins: number): void {
    const number = Math.floor(address / PAGE_BYTES);
    const page = this.existing(number);
    if (page === undefined) return;
    if (page.words === undefined) page.whole &= ~joins;
    else page.words[(address - number * PAGE_BYTES) >> 3]! &= ~joins;
  }

  private missed(number: number, slot: number): number {
    const page = this.page(number);
    if (page.words === undefined) this.open(page);
    this.cachedNumbers[slot] = number;
    this.cachedRows[slot] = page.row;
    return page.row;
  }

  private wholePage(page: Page, owner: number, flags: number, before: boolean, after: boolean): void {
    const { whole } = page;
    const touched = whole === NOBODY ? 0 : 0xff;
    page.whole = withJoins(joined(whole & OWNER, owner) | (whole & ~OWNER) | flags, touched, 0xff, before, after);
  }

  private granules(
    words: Uint32Array,
    from: number,
    to: number,
    owner: number,
    flags: number,
    before: boolean,
    after: boolean,
  ): void {
    for (let start = from & -GRANULE_BYTES; start < to; start += GRANULE_BYTES) {
      const first = Math.max(from - start, 0);
      const last = Math.min(to - start, GRANULE_BYTES);
      const mask = ((1 << last) - 1) & -(1 << first);
      const spansBefore = start > from || (start === from && before);
      const spansAfter = start + GRANULE_BYTES < to || (start + GRANULE_BYTES === to && after);
      this.granule(words, start >> 3, mask, owner, flags, spansBefore, spansAfter);
    }
  }

  private granule(
    words: Uint32Array,
    at: number,
    mask: number,
    owner: number,
    flags: number,
    before: boolean,
    after: boolean,
  ): void {
    const state = words[at]!;
    const former = state & OWNER;
    if (former !== SPLIT && (flags & ATOMIC) === 0 && (former === NOBODY || maskOf(state) === mask)) {
      const merged = joined(former, owner) | (mask << MASK_SHIFT) | (state & ~OWNER) | flags;
      words[at] = withJoins(merged, maskOf(state), mask, before, after);
      return;
    }
    if (former !== SPLIT) {
      const touched = maskOf(state);
      words[at + DETAIL] = this.splits.make(state, words[at + DETAIL]!);
      words[at] = withJoins((state & (JOINS_BEFORE | JOINS_AFTER)) | SPLIT, touched, mask, before, after);
    } else words[at] = withJoins(state, before || after ? this.splits.touched(words[at + DETAIL]!) : 0, mask, before, after);
    this.splits.touch(words[at + DETAIL]!, mask, owner, (flags & ATOMIC) === 0 ? flags | PLAIN : flags);
  }
}

/** Pages of the same two megabytes stand together. */
function slotOf(high: number, low: number): number {
  const region = Math.imul((low >>> 21) + Math.imul(high, 0x9e5), 0x9e3779b1) >>> (32 - CACHED_BITS);
  return ((low >>> 12) ^ region) & ((1 << CACHED_BITS) - 1);
}
