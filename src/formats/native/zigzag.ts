// Small differences of either sign as small numbers: 0 -1 1 -2 2 … to 0 1 2 3 4 …, in 32 bits.

export function zigzag(difference: number): number {
  return ((difference << 1) ^ ((difference | 0) >> 31)) >>> 0;
}

export function unzigzag(number: number): number {
  return (number >>> 1) ^ -(number & 1);
}
