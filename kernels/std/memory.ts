// Where things lie in the kernel's memory: a piece of the text, where its separators are, the columns, and above them the names.

/** Bytes of text that are looked at in one go: with the separators and the columns it fits into the cache nearest but one. */
export const PIECE: u32 = 1 << 15;
/** A load may read so many bytes behind the piece. */
const PADDING: usize = 64;
/** The shortest plain event, `T|r(x)` and its newline, has seven bytes. */
export const MOST_EVENTS: u32 = PIECE / 7 + 1;

/** Numbers that the compiler knows: addresses that are made of the end of its own data are loads. It has less than this. */
export const TEXT: usize = 4096;
/** Offsets in the piece, two bytes each, and some more at the end of it. */
export const MARKS: usize = TEXT + PIECE + PADDING;
export const OPS: usize = MARKS + 2 * (PIECE + 64);
export const THREADS: usize = (OPS + MOST_EVENTS + 63) & ~63;
export const TARGETS: usize = THREADS + 4 * ((MOST_EVENTS + 15) & ~15);
export const LOCATIONS: usize = TARGETS + 4 * ((MOST_EVENTS + 15) & ~15);
/** The words of the operations, as words.ts lays them out. */
export const WORDS: usize = LOCATIONS + 4 * ((MOST_EVENTS + 15) & ~15);
export const WORD_SLOTS: u32 = 256;
export const NAMES: usize = WORDS + 16 * WORD_SLOTS;

/** Up to where memory is in use. */
let top: usize = NAMES;

/** Memory at a multiple of 8, not cleared; 0 if there is no more, or not for this kernel. */
export function take(bytes: usize): usize {
  const from = top;
  const to = (from + bytes + 7) & ~7;
  // The compiler's limit of the memory (scripts/kernels.mjs) is that of all kernels; this one is only a cache.
  if (to > MOST_BYTES) return 0;
  const missing = <i32>(((to + 0xffff) >>> 16) - memory.size());
  if (missing > 0 && memory.grow(missing) < 0) return 0;
  top = to;
  return from;
}

/** All names are forgotten. */
export function release(): void {
  top = NAMES;
}

const MOST_BYTES: usize = 128 << 20;
