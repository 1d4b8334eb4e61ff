// The unread bytes of a stream in one piece. A chunk is used where it stands; only what is left of it is copied.

import { grown } from '../../base/grown.ts';

export class ByteWindow {
  bytes: Uint8Array = new Uint8Array(0);
  /** The unread bytes are bytes[start..end). */
  start = 0;
  end = 0;
  /** Of the first unread byte, in the stream. */
  offset = 0;
  private own = new Uint8Array(0);

  get length(): number {
    return this.end - this.start;
  }

  append(chunk: Uint8Array): void {
    if (this.start === this.end) {
      // One kind of array everywhere: loops that see Node's Buffers too are slower.
      this.bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      this.start = 0;
      this.end = chunk.length;
      return;
    }
    this.own = this.room(this.end + chunk.length);
    this.own.set(chunk, this.end);
    this.bytes = this.own;
    this.end += chunk.length;
  }

  skip(count: number): void {
    this.start += count;
    this.offset += count;
  }

  /** Moves what is unread into bytes of our own, before the chunk goes back to its owner. */
  keep(): void {
    const { length } = this;
    if (this.bytes === this.own) {
      if (this.start > 0) this.own.copyWithin(0, this.start, this.end);
    } else {
      if (length > this.own.length) this.own = new Uint8Array(length);
      this.own.set(this.bytes.subarray(this.start, this.end));
      this.bytes = this.own;
    }
    this.start = 0;
    this.end = length;
  }

  private room(length: number): Uint8Array<ArrayBuffer> {
    return length <= this.own.length ? this.own : grown(this.own, Math.max(length, this.own.length * 2));
  }
}
