// The latest records of one log, in memory: what was read of it and is not yet forgotten.

import { RAW_HEADER_BYTES } from '../raw/format.ts';

const WORD_BYTES = Uint32Array.BYTES_PER_ELEMENT;

export class LogBuffer {
  /** Where in the log it begins, in bytes. */
  start = RAW_HEADER_BYTES;
  private words = new Uint32Array(1 << 10);
  /** Words in use. */
  private count = 0;

  get end(): number {
    return this.start + this.count * WORD_BYTES;
  }

  /** Room for so many bytes behind the end; `commit` says how many of them were filled. */
  room(bytes: number): Uint32Array {
    const needed = this.count + bytes / WORD_BYTES;
    if (needed > this.words.length) {
      const larger = new Uint32Array(Math.max(needed, 2 * this.words.length));
      larger.set(this.words.subarray(0, this.count));
      this.words = larger;
    }
    return this.words.subarray(this.count, needed);
  }

  commit(bytes: number): void {
    this.count += bytes / WORD_BYTES;
  }

  /** A view of the words between two places of the log, which the next call of anything else may move. */
  between(from: number, to: number): Uint32Array {
    return this.words.subarray((from - this.start) / WORD_BYTES, (to - this.start) / WORD_BYTES);
  }

  /** The same as bytes. */
  bytesBetween(from: number, to: number): Uint8Array {
    return new Uint8Array(this.words.buffer, from - this.start, to - from);
  }

  forgetBefore(offset: number): void {
    this.words.copyWithin(0, (offset - this.start) / WORD_BYTES, this.count);
    this.count -= (offset - this.start) / WORD_BYTES;
    this.start = offset;
    // A burst is no reason to keep its memory for days.
    if (this.words.length > 4 * Math.max(this.count, 1 << 14))
      this.words = this.words.slice(0, 2 * Math.max(this.count, 1 << 10));
  }
}
