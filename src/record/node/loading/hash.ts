// A 64-bit hash of a text, HalfSipHash-2-4 (Aumasson and Bernstein): with a key that nobody knows, nobody can make two texts that have
// the same. node:crypto would take 5 to 15 ms to load, in every thread. Where a text is not the program's to choose, or is compared
// afterwards, no key is needed.

type Key = readonly [number, number];

export const NO_KEY: Key = [0, 0];

export function hashText(text: string, [key0, key1]: Key): [number, number] {
  let v0 = key0 | 0;
  let v1 = (key1 ^ 0xee) | 0;
  let v2 = (key0 ^ 0x6c796765) | 0;
  let v3 = (key1 ^ 0x74656462) | 0;
  let low = 0;
  // Two units a step, then the length; behind them the two steps of the end. One loop, so that the state stays in registers.
  const { length } = text;
  const last = (length + 1) >> 1;
  for (let step = 0; step <= last + 2; step++) {
    let word = 0;
    if (step < last) word = text.charCodeAt(2 * step) | (2 * step + 1 < length ? text.charCodeAt(2 * step + 1) << 16 : 0);
    else if (step === last) word = length;
    v3 ^= word;
    if (step === last + 1) v2 ^= 0xee;
    else if (step === last + 2) v1 ^= 0xdd;
    for (let rounds = step <= last ? 2 : 4; rounds > 0; rounds--) {
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
    }
    v0 ^= word;
    if (step === last + 1) low = v1 ^ v3;
  }
  return [low, v1 ^ v3];
}

export function hexOf([a, b]: readonly [number, number]): string {
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0');
}
