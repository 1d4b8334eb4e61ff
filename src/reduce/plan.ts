// What a reduction method is: a first reading that decides which acquires, releases and waits stay. What orders otherwise stays
// anyway. The decision about a release depends on who takes the lock next, so it cannot be made when the release is met.

import { grown } from '../base/grown.ts';
import type { EventBlock } from '../trace/block.ts';

export interface Plan {
  /** Takes the blocks of a well-formed trace in order. */
  block(block: EventBlock): void;
  /** After the last block. */
  end(): void;
  /** Per acquire, release and wait, in trace order: whether it stays. Complete after `end`. */
  readonly kept: Marks;
  /** Notifications order nothing; whether they stay all the same. */
  readonly keepsNotify: boolean;
}

/**
 * A bit per acquire, release and wait of a trace, numbered in trace order: what the first reading decides for the second.
 * A trace has fewer than 2^31 events, so this is never more than 256 MB, and 1.2 MB for ten million lock events.
 */
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
