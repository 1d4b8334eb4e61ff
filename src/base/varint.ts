// Numbers below 2^32 in one to five bytes: seven bits a byte, the low ones first, the high bit says that more follow (LEB128).

export function varintSize(value: number): number {
  return ((32 - Math.clz32(value | 1)) * 9 + 64) >>> 6;
}

/** Writes the value at out[at…] and returns the end. */
export function writeVarint(out: Uint8Array, at: number, value: number): number {
  let rest = value;
  let end = at;
  while (rest > 127) {
    out[end++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  out[end++] = rest;
  return end;
}

/** A place in some bytes that moves on as they are read, never past `end`. */
export class Cursor {
  readonly bytes: Uint8Array;
  readonly end: number;
  at: number;

  constructor(bytes: Uint8Array, at: number, end: number) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  /** The next number, or -1 if the bytes end within it or it needs more than 32 bits. */
  varint(): number {
    const { bytes, end } = this;
    let value = 0;
    for (let shift = 0; shift <= 28 && this.at < end; shift += 7) {
      const byte = bytes[this.at++]!;
      if (shift === 28 && byte > 15) return -1;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
    return -1;
  }
}
