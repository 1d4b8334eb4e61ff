// The stores of an `atomicStores` record: a loop that sets many atomics is one record. Whoever looks at single stores gets each as a record of its own.

import { Raw, VALUES } from '../format.ts';
import { WORDS, wide } from './raw-record.ts';

/** Words of a store with its values. */
export const STORE_WORDS: number = 2 * WORDS;

/** Of the second word of the record. */
const KIND_BITS = 0xff << 16;

export class StoreRow {
  /** The store at hand, as an `atomicStore` with values. */
  readonly words: Uint32Array = new Uint32Array(STORE_WORDS);
  /** How many stores there are, from one to the next of which it is so many bytes. */
  count = 0;
  stride = 0;
  /** The bytes of each. */
  size = 0;
  /** The first address of memory that they write, and the bytes up to the last. */
  from = 0;
  bytes = 0;
  private done = 0;
  private sites = 0;
  private step = 0;
  private first = 0;
  private address = 0;

  /** Takes the record at `at`, and its first store. */
  start(words: Uint32Array, at: number): void {
    const own = this.words;
    // What is damaged is one store at least.
    const isWhole = words[at + 3]! >>> 16 >= VALUES;
    for (let i = 0; i < STORE_WORDS; i++) own[i] = i < WORDS || isWhole ? words[at + i]! : 0;
    const low = own[WORDS]!;
    this.count = Math.max(low & 0xffff, 1);
    this.sites = low >>> 16 || this.count;
    this.stride = (own[WORDS + 1]! << 16) >> 16;
    this.step = own[WORDS + 1]! >>> 16;
    this.done = 1;
    this.first = own[2]!;
    this.address = wide(own[0]!, own[1]!);
    const length = this.stride * (this.count - 1);
    this.size = Math.max(own[1]! >>> 24, 1);
    this.from = this.address + Math.min(length, 0);
    this.bytes = Math.abs(length) + this.size;
    own[1] = (own[1]! & ~KIND_BITS) | (Raw.atomicStore << 16);
    own[WORDS] = 0;
    own[WORDS + 1] = 0;
  }

  /** Goes on to the next store; false if there is none. */
  next(): boolean {
    if (this.done === this.count) return false;
    const own = this.words;
    const address = this.address + this.stride * this.done;
    own[0] = address >>> 0;
    own[1] = (own[1]! & ~0xffff) | (Math.floor(address / 0x1_0000_0000) & 0xffff);
    own[2] = this.first + (this.done % this.sites) * this.step;
    this.done++;
    return true;
  }
}
