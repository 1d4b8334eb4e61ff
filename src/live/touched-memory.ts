// Which memory some records speak of, roughly: pages, and ranges of many. Whoever asks whether a block is among them may be told yes once too
// often.

import { hasLength, kindOf, lengthOf, wide, wordsOf } from '../raw/assemble/raw-record.ts';
import { StoreRow } from '../raw/assemble/store-row.ts';
import { Raw } from '../raw/format.ts';

const PAGE_BYTES = 4096;

/** Records whose address is none. */
const ADDRESSLESS: readonly number[] = [
  Raw.stamp,
  Raw.length,
  Raw.fence,
  Raw.fork,
  Raw.join,
  Raw.begin,
  Raw.end,
  Raw.enter,
  Raw.leave,
  Raw.repeat,
  Raw.stopped,
  Raw.call,
  Raw.place,
  Raw.visit,
];
const HAS_ADDRESS = new Uint8Array(256).fill(1);
for (const kind of ADDRESSLESS) HAS_ADDRESS[kind] = 0;

/** A range of more pages is kept as a range. */
const MOST_PAGES = 256;

export class TouchedMemory {
  private readonly pages = new Set<number>();
  private readonly large: [first: number, last: number][] = [];
  private sorted: Float64Array | undefined;
  private readonly row = new StoreRow();

  add(words: Uint32Array): void {
    let latest = -1;
    for (let at = 0; at < words.length; ) {
      const word1 = words[at + 1]!;
      const kind = kindOf(word1);
      const next = at + wordsOf(kind, words[at + 3]!);
      if (HAS_ADDRESS[kind] === 1) {
        let address = wide(words[at]!, word1);
        let bytes = hasLength(kind) && kind !== Raw.allocate ? lengthOf(words, at) : word1 >>> 24;
        if (kind === Raw.atomicStores) {
          this.row.start(words, at);
          address = this.row.from;
          bytes = this.row.bytes;
        }
        const [first, last] = pagesOf(address, bytes);
        if (first !== latest || last !== first) this.addPages(first, last);
        latest = last;
      }
      at = next;
    }
  }

  has(address: number, bytes: number): boolean {
    const [first, last] = pagesOf(address, bytes);
    if (first === last ? this.pages.has(first) : this.hasPage(first, last)) return true;
    return this.large.some(([from, to]) => from <= last && first <= to);
  }

  private addPages(first: number, last: number): void {
    if (last - first < MOST_PAGES) for (let page = first; page <= last; page++) this.pages.add(page);
    else if (!this.large.some(([from, to]) => from <= first && last <= to)) this.large.push([first, last]);
  }

  private hasPage(first: number, last: number): boolean {
    this.sorted ??= Float64Array.from(this.pages).sort();
    let [low, high] = [0, this.sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.sorted[middle]! < first) low = middle + 1;
      else high = middle;
    }
    return low < this.sorted.length && this.sorted[low]! <= last;
  }
}

function pagesOf(address: number, bytes: number): [first: number, last: number] {
  return [Math.floor(address / PAGE_BYTES), Math.floor((address + Math.max(bytes, 1) - 1) / PAGE_BYTES)];
}
