// Reading and writing the bytes of a WebAssembly module: LEB128 numbers, names, and a buffer that grows.

import { copyBytes } from '../core/natives.ts';

/** The module cannot be instrumented; the text says why, for people. */
export class Declined extends Error {}

const decoder = new TextDecoder();

/** Reads forward through a part of a module. Every read is bounded: a cut module is declined, never read past its end. */
export class ByteReader {
  readonly bytes: Uint8Array;
  at: number;
  readonly end: number;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    if (end > bytes.length || at > end) throw new Declined('the binary is cut');
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  byte(): number {
    if (this.at >= this.end) throw new Declined('the binary is cut');
    return this.bytes[this.at++]!;
  }

  skip(length: number): void {
    if (length > this.end - this.at) throw new Declined('the binary is cut');
    this.at += length;
  }

  /** An unsigned number of up to 32 bits. */
  u32(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new Declined('a number is too long');
  }

  /** An unsigned number of up to 64 bits; exact up to 2^53, which is more than any memory has. */
  u64(): number {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new Declined('a number is too long');
  }

  /** A signed number of up to 33 bits: a block type or a heap type. */
  s33(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return byte & 0x40 ? value - 2 ** (shift + 7) : value;
    }
    throw new Declined('a number is too long');
  }

  skipLeb(): void {
    for (let count = 0; count < 10; count++) if (this.byte() < 0x80) return;
    throw new Declined('a number is too long');
  }

  name(): string {
    const length = this.u32();
    const start = this.at;
    this.skip(length);
    return decoder.decode(this.bytes.subarray(start, this.at));
  }
}

/** Shorter pieces are copied byte by byte: the call and its view take 0.1 µs. */
const SHORT = 48;

/** Bytes that grow at their end. */
export class ByteWriter {
  private bytes: Uint8Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 256) {
    this.bytes = new Uint8Array(capacity);
  }

  private room(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2, 64));
    copyBytes(this.bytes, 0, this.length, larger, 0);
    this.bytes = larger;
  }

  byte(value: number): this {
    if (this.length === this.bytes.length) this.room(1);
    this.bytes[this.length++] = value;
    return this;
  }

  raw(source: ArrayLike<number>): this {
    const { length } = source;
    this.room(length);
    for (let i = 0; i < length; i++) this.bytes[this.length + i] = source[i]!;
    this.length += length;
    return this;
  }

  /** A part of other bytes. */
  copy(source: Uint8Array, from: number, to: number): this {
    const length = to - from;
    if (this.length + length > this.bytes.length) this.room(length);
    const { bytes } = this;
    if (length > SHORT) copyBytes(source, from, to, bytes, this.length);
    else for (let i = from, at = this.length; i < to; i++) bytes[at++] = source[i]!;
    this.length += length;
    return this;
  }

  u32(value: number): this {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    return this.byte(rest);
  }

  s32(value: number): this {
    let rest = value | 0;
    for (;;) {
      const low = rest & 0x7f;
      rest >>= 7;
      if ((rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0)) return this.byte(low);
      this.byte(low | 0x80);
    }
  }

  s64(value: bigint): this {
    let rest = BigInt.asIntN(64, value);
    for (;;) {
      const low = Number(rest & 0x7fn);
      rest >>= 7n;
      if ((rest === 0n && (low & 0x40) === 0) || (rest === -1n && (low & 0x40) !== 0)) return this.byte(low);
      this.byte(low | 0x80);
    }
  }

  name(text: string): this {
    const bytes = new TextEncoder().encode(text);
    return this.u32(bytes.length).raw(bytes);
  }

  /** The content with its length before it. */
  sized(content: ByteWriter): this {
    return this.u32(content.length).append(content);
  }

  append(other: ByteWriter): this {
    return this.copy(other.bytes, 0, other.length);
  }

  /** The bytes so far; valid until the next write. */
  view(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.length);
  }

  /** The bytes in an array of their own. */
  finish(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.length);
    copyBytes(this.bytes, 0, this.length, bytes, 0);
    return bytes;
  }
}
