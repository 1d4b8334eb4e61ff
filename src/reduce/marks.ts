// A bit per acquire, release and wait of a trace, numbered in trace order: what the first reading decides for the second.
// A trace has fewer than 2^31 events, so this is never more than 256 MB, and 1.2 MB for ten million lock events.

import { grown } from '../base/grown.ts';

export class Marks {
  private words = new Uint32Array(1024);

  has(i: number): boolean {
    const word = i >>> 5;
    return word < this.words.length && ((this.words[word]! >>> (i & 31)) & 1) === 1;
  }

  set(i: number): void {
    const word = i >>> 5;
    if (word >= this.words.length) this.words = grown(this.words, Math.max(word + 1, 2 * this.words.length));
    this.words[word]! |= 1 << (i & 31);
  }

  clear(i: number): void {
    const word = i >>> 5;
    if (word < this.words.length) this.words[word]! &= ~(1 << (i & 31));
  }
}
