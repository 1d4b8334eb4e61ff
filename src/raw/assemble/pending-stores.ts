// Atomic stores of rows that nobody has asked for yet. A program sets tables of millions of atomics before it uses a few of them: what the first pass
// keeps of an atomic takes some hundred bytes, of a row of stores forty. An atomic is made of its stores when another atomic access of its bytes comes.
// Until then they are all that it had, so it is no lock (somebody must take that), and what is known of an atomic that was made has all of its stores.

import { wide } from './raw-record.ts';
import { PAGE_BYTES } from './shadow.ts';
import { STORE_WORDS, StoreRow } from './store-row.ts';

/** Per row: its record, its thread, and how many allocations and frees there had been. */
const ROW_WORDS = STORE_WORDS + 2;
const THREAD = STORE_WORDS;
const BIRTH = STORE_WORDS + 1;

/** A row that is spread over more is not kept. */
const LONGEST_ROW = 256 * PAGE_BYTES;

/** Takes the store that is at the start of the words, as it came. */
export type TakeStore = (thread: number, words: Uint32Array, birth: number) => void;
/** The atomics that were made. */
export interface Made {
  /** Whether there is one of these bytes. */
  has(address: number, bytes: number): boolean;
  /** Whether there are others than of so many bytes that overlap these, at most a page. */
  hasOthers(start: number, bytes: number, size: number): boolean;
}

interface PageRows {
  /** In their order. */
  readonly rows: number[];
  /** The bytes of each store and of all atomics that were made; 0 if they differ. */
  bytes: number;
}

export class PendingStores {
  private rows = new Uint32Array(64 * ROW_WORDS);
  private used = 0;
  private readonly pages = new Map<number, PageRows>();
  private readonly row = new StoreRow();
  private readonly take: TakeStore;
  private readonly made: Made;

  constructor(take: TakeStore, made: Made) {
    this.take = take;
    this.made = made;
  }

  /** Keeps the record at `at`, whose stores are those of the row; false if it does not. */
  add({ from, bytes, size }: StoreRow, thread: number, words: Uint32Array, at: number, birth: number): boolean {
    if (bytes > LONGEST_ROW || from % size !== 0) return false;
    const index = this.used++;
    const place = index * ROW_WORDS;
    if (place + ROW_WORDS > this.rows.length) {
      const larger = new Uint32Array(2 * this.rows.length);
      larger.set(this.rows);
      this.rows = larger;
    }
    for (let i = 0; i < STORE_WORDS; i++) this.rows[place + i] = words[at + i]!;
    this.rows[place + THREAD] = thread;
    this.rows[place + BIRTH] = birth;
    const last = Math.floor((from + bytes - 1) / PAGE_BYTES);
    for (let number = Math.floor(from / PAGE_BYTES); number <= last; number++) {
      const page = this.pages.get(number);
      if (page === undefined) {
        const isMixed = this.made.hasOthers(number * PAGE_BYTES, PAGE_BYTES, size);
        this.pages.set(number, { rows: [index], bytes: isMixed ? 0 : size });
      } else {
        page.rows.push(index);
        if (page.bytes !== size) page.bytes = 0;
      }
    }
    return true;
  }

  /** An atomic of these bytes is made. */
  meet(address: number, bytes: number): void {
    if (this.pages.size === 0) return;
    for (const at of [address, address + bytes - 1]) {
      const page = this.pages.get(Math.floor(at / PAGE_BYTES));
      if (page !== undefined && page.bytes !== bytes) page.bytes = 0;
    }
  }

  /** Makes the atomics of the stores to these bytes, at most a page of them, that were not made before. */
  settle(address: number, bytes: number): void {
    const page = this.pages.get(Math.floor(address / PAGE_BYTES));
    if (page !== undefined) this.settleIn(page, address, address + bytes);
  }

  /** The same if they may be of different bytes that overlap. */
  settleMixed(address: number, bytes: number): void {
    const page = this.pages.get(Math.floor(address / PAGE_BYTES));
    if (page?.bytes === 0) this.settleIn(page, address, address + bytes);
  }

  /** The use of this memory ends. What was of one thread alone goes; `before`: what else is known of the memory is not gone yet. */
  end(address: number, bytes: number, before: boolean): void {
    if (this.pages.size === 0 || bytes === 0) return;
    const to = address + bytes;
    for (const number of [...this.pages.keys()]) {
      const start = number * PAGE_BYTES;
      if (start >= to || start + PAGE_BYTES <= address) continue;
      const isWhole = start >= address && start + PAGE_BYTES <= to;
      if (before && !isWhole) this.settleIn(this.pages.get(number)!, start, start + PAGE_BYTES);
      if (before !== isWhole) this.pages.delete(number);
    }
  }

  private settleIn({ rows }: PageRows, from: number, to: number): void {
    const { row } = this;
    const made = new Map<number, boolean>();
    for (const index of rows) {
      const place = index * ROW_WORDS;
      row.start(this.rows, place);
      if (row.from >= to || row.from + row.bytes <= from) continue;
      do {
        const address = wide(row.words[0]!, row.words[1]!);
        if (address >= to || address + row.size <= from) continue;
        const key = address * 16 + row.size;
        let isMade = made.get(key);
        if (isMade === undefined) {
          isMade = this.made.has(address, row.size);
          made.set(key, isMade);
        }
        if (!isMade) this.take(this.rows[place + THREAD]!, row.words, this.rows[place + BIRTH]!);
      } while (row.next());
    }
  }
}
