// Brings the log of a thread into the memory of the kernel, piece by piece.

import type { LogSource } from './source.ts';

export class Feed {
  readonly number: number;
  private readonly source: LogSource;
  private readonly start: number;
  private readonly piece: number;
  /** The bytes [at, end) of the kernel's memory are the log's before `offset`. */
  private end: number;
  private offset: number;

  /** `start`: a buffer with room for a piece and a record and what belongs to it; `offset`: where the log goes on. */
  constructor(source: LogSource, number: number, start: number, piece: number, offset: number) {
    this.source = source;
    this.number = number;
    this.start = start;
    this.end = start;
    this.piece = piece;
    this.offset = offset;
  }

  /** Whether there is more than was brought. */
  get hasMore(): boolean {
    return this.source.available(this.number) > this.offset;
  }

  /** The byte of the log that is at this place of the kernel's memory. */
  position(at: number): number {
    return at === 0 ? this.offset : this.offset - (this.end - at);
  }

  /** What is left from `at` on goes to the front, and more behind it: from, to, and whether that is the last. */
  filled(memory: WebAssembly.Memory, at: number, isEnd: boolean): [from: number, to: number, last: boolean] {
    const { start, source, number } = this;
    const left = at === 0 ? 0 : this.end - at;
    new Uint8Array(memory.buffer).copyWithin(start, this.end - left, this.end);
    // Asked first: what is over then has nothing after what is available.
    const isOver = isEnd || source.isOver(number);
    const available = source.available(number);
    const bytes = Math.max(0, Math.min(this.piece, available - this.offset));
    if (bytes > 0) {
      const words = new Uint32Array(memory.buffer, start + left, bytes / Uint32Array.BYTES_PER_ELEMENT);
      source.read(number, words, 0, bytes, this.offset);
    }
    this.offset += bytes;
    this.end = start + left + bytes;
    return [start, this.end, isOver && this.offset >= available];
  }
}
