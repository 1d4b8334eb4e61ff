// What the first pass knows of eight bytes of memory, in one word: who touched them, which of them as one access, and whether anybody
// wrote. Where accesses of different ranges meet, the word gives way to an entry with a word for each byte and the cuts between.

import { enlarged } from '../../base/grown.ts';

export const GRANULE_BYTES = 8;

/** Bits of a granule's word. Below: the thread that touched it + 1, or one of three special owners. */
export const OWNER = 0xf_ffff;
export const NOBODY = 0;
export const MANY = 0xf_fffe;
export const SPLIT = 0xf_ffff;
/** Threads beyond this many would be mixed up. */
export const MOST_THREADS = 0xf_fff0;
/** A bit per byte: the bytes of the one access range that there was so far. */
export const MASK_SHIFT = 20;
export const WRITTEN = 1 << 28;
/** No access so far has ended or begun at the border to the granule before, or after. */
export const JOINS_BEFORE = 1 << 29;
export const JOINS_AFTER = 1 << 30;

/** Bits of a byte's word in a split granule, beside the owner and WRITTEN. */
export const ATOMIC = 1 << 20;
export const PLAIN = 1 << 21;
/** A plain write after an atomic access: no initialisation. */
export const LATE_WRITE = 1 << 22;

export function maskOf(state: number): number {
  return (state >>> MASK_SHIFT) & 0xff;
}

/** The owner of memory that `owner` touches now. */
export function joined(before: number, owner: number): number {
  return before === NOBODY || before === owner ? owner : MANY;
}

/** The word with its joins as they are after an access of the bytes of `mask`, which also covers the byte before or after the granule. */
export function withJoins(state: number, touched: number, mask: number, before: boolean, after: boolean): number {
  let joins = state;
  if ((mask & 1) !== 0) {
    if (!before) joins &= ~JOINS_BEFORE;
    else if ((touched & 1) === 0) joins |= JOINS_BEFORE;
  }
  if ((mask & 0x80) !== 0) {
    if (!after) joins &= ~JOINS_AFTER;
    else if ((touched & 0x80) === 0) joins |= JOINS_AFTER;
  }
  return joins;
}

const BIRTH = 8;
const CUTS = 9;
const ENTRY = 10;

/** The entries of split granules: eight bytes, the birth of the granule, and a bit per byte that a cut stands before. */
/** Whether the word of a granule or a byte says that another thread has touched it. */
export function isOther(state: number, owner: number): boolean {
  const toucher = state & OWNER;
  return toucher !== NOBODY && toucher !== owner;
}

export class SplitGranules {
  private words = new Uint32Array(64 * ENTRY);
  private used = 0;
  private readonly unused: number[] = [];

  /** An entry for a granule with this word, which may be 0. */
  make(state: number, birth: number): number {
    const index = this.unused.pop() ?? this.used++;
    if ((index + 1) * ENTRY > this.words.length) this.words = enlarged(this.words, (index + 1) * ENTRY);
    const at = index * ENTRY;
    this.words.fill(0, at, at + ENTRY);
    this.words[at + BIRTH] = birth;
    const mask = maskOf(state);
    if (mask !== 0) this.touch(index, mask, state & OWNER, (state & WRITTEN) | PLAIN);
    return index;
  }

  drop(index: number): void {
    this.unused.push(index);
  }

  touch(index: number, mask: number, owner: number, flags: number): void {
    const { words } = this;
    const at = index * ENTRY;
    const late = (flags & PLAIN) !== 0 && (flags & WRITTEN) !== 0 ? LATE_WRITE : 0;
    const first = mask & -mask;
    const edges = first | (first + mask);
    const cuts = words[at + CUTS]!;
    // A range that was accessed before, with no cut in it: all its bytes have the same word, and most often it stays.
    const whole = (cuts & edges) === edges && (cuts & mask) === first;
    words[at + CUTS] = cuts | edges;
    for (let byte = 31 - Math.clz32(first); ((mask >>> byte) & 1) !== 0; byte++) {
      const state = words[at + byte]!;
      let after = joined(state & OWNER, owner) | (state & ~OWNER) | flags;
      if ((state & ATOMIC) !== 0) after |= late;
      if (whole && after === state) return;
      words[at + byte] = after;
    }
  }

  birth(index: number): number {
    return this.words[index * ENTRY + BIRTH]!;
  }

  byte(index: number, byte: number): number {
    return this.words[index * ENTRY + byte]!;
  }

  /** Where the run of bytes that starts at `byte` ends: at the next cut. */
  runEnd(index: number, byte: number): number {
    const cuts = this.words[index * ENTRY + CUTS]!;
    let end = byte + 1;
    while (end < GRANULE_BYTES && ((cuts >>> end) & 1) === 0) end++;
    return end;
  }

  /** Whether another thread has touched any of its bytes. */
  isForeign(index: number, owner: number): boolean {
    for (let byte = 0; byte < GRANULE_BYTES; byte++) if (isOther(this.words[index * ENTRY + byte]!, owner)) return true;
    return false;
  }

  touched(index: number): number {
    let mask = 0;
    for (let byte = 0; byte < GRANULE_BYTES; byte++) if (this.words[index * ENTRY + byte] !== 0) mask |= 1 << byte;
    return mask;
  }
}
