// Whether bytes are UTF-8, and where they stop being it. TextDecoder would tell that they are not, but not where.

/** The index of the first byte of bytes[start..end) that no valid sequence covers, or -1. */
export function invalidUtf8(bytes: Uint8Array, start: number, end: number): number {
  for (let i = start; i < end; ) {
    const first = bytes[i]!;
    if (first < 0x80) {
      i++;
      continue;
    }
    const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (length === 0 || i + length > end) return i;
    const second = bytes[i + 1]!;
    // Too long a form of a small number, half of a surrogate pair, or more than U+10FFFF.
    if ((first === 0xe0 && second < 0xa0) || (first === 0xed && second >= 0xa0)) return i;
    if ((first === 0xf0 && second < 0x90) || (first === 0xf4 && second >= 0x90)) return i;
    for (let k = 1; k < length; k++) if ((bytes[i + k]! & 0xc0) !== 0x80) return i;
    i += length;
  }
  return -1;
}
