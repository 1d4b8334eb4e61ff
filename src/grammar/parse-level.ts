// One level of a local parse: cuts a stream of symbols into phrases and names them. Where it cuts depends on the neighbours of the place only, so that what
// occurs again is cut again in the same way but for its ends: before a symbol whose hash is lower than those on both sides of it.

import { LONGEST, Phrases } from './phrases.ts';

/** Above every hash, and no symbol. */
const HIGHEST = 0xffff_ffff;
/** Behind the last symbol: the first of them ends a run, the second an item. */
const ENDS = Uint32Array.of(HIGHEST - 1, HIGHEST - 2);

export class ParseLevel {
  readonly phrases = new Phrases();
  /** What comes out: the numbers of phrases. */
  out = new Uint32Array(1024);
  outSize = 0;
  /** The run that is being read: only its end makes an item. */
  private runSymbol = HIGHEST;
  private runCount = 0;
  /** The item before it, whose hash may be the lowest, and the hash of the one before that. */
  private symbol = 0;
  private count = 0;
  private hash = HIGHEST;
  private before = HIGHEST;
  /** The phrase so far. */
  private readonly symbols = new Uint32Array(LONGEST);
  private readonly counts = new Uint32Array(LONGEST);
  private length = 0;
  private phraseHash = 0;

  /** Takes the next symbols. What comes out replaces what came out before. */
  take(input: Uint32Array, size: number): void {
    if (this.out.length < size + 2) this.out = new Uint32Array(size + 2);
    this.outSize = 0;
    // In one loop, with all in registers: a call for each item takes half as long again.
    const { symbols, counts } = this;
    let { runSymbol, runCount, symbol, count, hash, before, length, phraseHash } = this;
    for (let i = 0; i < size; i++) {
      if (input[i] === runSymbol) {
        runCount++;
        continue;
      }
      const next = hashOf(runSymbol, runCount);
      if (count > 0) {
        if ((hash < before && hash <= next && length > 1) || length === LONGEST) {
          this.cut(length, phraseHash);
          length = 0;
          phraseHash = 0;
        }
        symbols[length] = symbol;
        counts[length++] = count;
        phraseHash = combined(phraseHash, hash);
      }
      before = hash;
      hash = next;
      symbol = runSymbol;
      count = runCount;
      runSymbol = input[i]!;
      runCount = 1;
    }
    Object.assign(this, { runSymbol, runCount, symbol, count, hash, before, length, phraseHash });
  }

  /** The symbols are at their end. */
  end(): ParseLevel {
    this.take(ENDS, ENDS.length);
    if (this.length > 0) this.cut(this.length, this.phraseHash);
    return this;
  }

  private cut(length: number, hash: number): void {
    this.out[this.outSize++] = this.phrases.numberOf(this.symbols, this.counts, length, hash);
  }
}

function hashOf(symbol: number, count: number): number {
  let h = Math.imul(symbol, 0x9e3779b1) + Math.imul(count, 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  return (h ^ (h >>> 13)) >>> 0;
}

function combined(hash: number, next: number): number {
  const h = Math.imul(hash, 0x2c1b3c6d) + next;
  return (h ^ (h >>> 15)) >>> 0;
}
