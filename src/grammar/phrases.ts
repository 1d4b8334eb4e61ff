// Phrases, each kept once: short sequences of items, a symbol and how often it is repeated. Equal phrases have equal numbers. About 8 bytes for an item and 20
// for a phrase.

import { enlarged } from '../base/grown.ts';

/** No phrase is longer. */
export const LONGEST = 8;

export class Phrases {
  size = 0;
  /** The items of phrase p are starts[p] … starts[p + 1] - 1. */
  starts = new Uint32Array(256);
  symbols = new Uint32Array(1024);
  counts = new Uint32Array(1024);
  /** Pairs of hash and phrase + 1, at most half of them used. */
  private table = new Uint32Array(2048);

  /** The number of the phrase of the first `length` items; `hash` is that of its contents. */
  numberOf(symbols: Uint32Array, counts: Uint32Array, length: number, hash: number): number {
    const { table } = this;
    const mask = table.length - 2;
    let slot = (hash << 1) & mask;
    for (; table[slot + 1] !== 0; slot = (slot + 2) & mask)
      if (table[slot] === hash && this.isSame(table[slot + 1]! - 1, symbols, counts, length)) return table[slot + 1]! - 1;
    table[slot] = hash;
    table[slot + 1] = this.size + 1;
    return this.add(symbols, counts, length);
  }

  private isSame(phrase: number, symbols: Uint32Array, counts: Uint32Array, length: number): boolean {
    const at = this.starts[phrase]!;
    if (this.starts[phrase + 1]! - at !== length) return false;
    for (let i = 0; i < length; i++) if (this.symbols[at + i] !== symbols[i] || this.counts[at + i] !== counts[i]) return false;
    return true;
  }

  private add(symbols: Uint32Array, counts: Uint32Array, length: number): number {
    const phrase = this.size++;
    const at = this.starts[phrase]!;
    if (phrase + 2 > this.starts.length) this.starts = enlarged(this.starts, phrase + 2);
    if (at + length > this.symbols.length) {
      this.symbols = enlarged(this.symbols, at + length);
      this.counts = enlarged(this.counts, at + length);
    }
    for (let i = 0; i < length; i++) {
      this.symbols[at + i] = symbols[i]!;
      this.counts[at + i] = counts[i]!;
    }
    this.starts[phrase + 1] = at + length;
    if (this.size * 4 > this.table.length) this.rehash();
    return phrase;
  }

  private rehash(): void {
    const old = this.table;
    const table = new Uint32Array(old.length * 2);
    const mask = table.length - 2;
    for (let i = 0; i < old.length; i += 2) {
      if (old[i + 1] === 0) continue;
      let slot = (old[i]! << 1) & mask;
      while (table[slot + 1] !== 0) slot = (slot + 2) & mask;
      table[slot] = old[i]!;
      table[slot + 1] = old[i + 1]!;
    }
    this.table = table;
  }
}
