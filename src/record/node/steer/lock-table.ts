// Who has which lock, as far as the gates of a process have seen it: for each word that is changed by atomics the value that means free, and who changed it
// from that last. As in src/raw/assemble/lock-lifting.ts, a word is free before anybody takes it: the first update found it so. Threads tell of what they did
// late, and out of order; the first update is the one with the lowest time.

import { natives } from '../core/natives.ts';

const SLOTS = 1024;
const SLOT_WORDS = 4;
/** Words of a slot: which address, who has it, and twice 32 bits: when it was first updated, and what it was before. */
const [KEY, HOLDER, FIRST] = [0, 1, 2];
const NOBODY = 0;
/** Somebody has stolen it: nobody knows any more. */
const STOLEN = -1;

export const LOCK_TABLE_BYTES: number = SLOTS * SLOT_WORDS * 4;

export class LockTable {
  private readonly words: Int32Array;
  private readonly wide: BigInt64Array;

  /** `start`: a multiple of 8. */
  constructor(memory: SharedArrayBuffer, start: number) {
    this.words = new Int32Array(memory, start, SLOTS * SLOT_WORDS);
    this.wide = new BigInt64Array(memory, start, (SLOTS * SLOT_WORDS) / 2);
  }

  /** The value that means free, after an update that found `before` at this time; undefined if there are too many words. */
  free(low: number, high: number, time: number, before: number): number | undefined {
    const slot = this.slot(low, high);
    if (slot < 0) return undefined;
    const at = (slot + FIRST) >> 1;
    const mine = (BigInt(time >>> 0) << 32n) | BigInt(before >>> 0);
    for (;;) {
      const first = natives.load(this.wide, at);
      if (first !== 0n && BigInt.asUintN(64, first) <= mine) return Number(BigInt.asIntN(32, first));
      natives.compareExchange(this.wide, at, first, mine);
    }
  }

  take(low: number, high: number, thread: number): void {
    const slot = this.slot(low, high);
    if (slot >= 0 && natives.load(this.words, slot + HOLDER) !== STOLEN) natives.store(this.words, slot + HOLDER, thread + 1);
  }

  give(low: number, high: number, thread: number): void {
    const slot = this.slot(low, high);
    if (slot >= 0) natives.compareExchange(this.words, slot + HOLDER, thread + 1, NOBODY);
  }

  /** Whoever is thought to have it may have lost it. */
  steal(low: number, high: number): void {
    const slot = this.slot(low, high);
    if (slot >= 0) natives.store(this.words, slot + HOLDER, STOLEN);
  }

  /** Whether nobody has taken it since this thread did; those who share it are not known. */
  isHolder(low: number, high: number, thread: number, isShared: boolean): boolean {
    const slot = this.slot(low, high);
    return slot >= 0 && natives.load(this.words, slot + HOLDER) === (isShared ? NOBODY : thread + 1);
  }

  /** Two addresses with the same key, an accident of one in 2^31, are one: -1 if there is no room. */
  private slot(low: number, high: number): number {
    const key = (low ^ Math.imul(high + 1, 0x9e37_79b1)) | 1;
    let at = (key >>> 4) & (SLOTS - 1);
    for (let probes = 0; probes < SLOTS; probes++) {
      const known = natives.compareExchange(this.words, at * SLOT_WORDS + KEY, 0, key);
      if (known === 0 || known === key) return at * SLOT_WORDS;
      at = (at + 1) & (SLOTS - 1);
    }
    return -1;
  }
}
