// A row of words for every lock and variable that occur together, for the predictors that compare critical sections by what they
// touch (rule a). Open addressing over the pair; what the words after the first two mean is for the subclass to say.

import { grown } from '../base/grown.ts';

/** The first words of a row: lock + 1 and variable. The subclass's own words begin here. */
export const FIRST_WORD = 2;

export abstract class LockVariableRows {
  protected rows: Uint32Array<ArrayBuffer>;
  /** Words of a row. */
  private readonly width: number;
  /** Row + 1 or 0; a power of two, at most half of it used. */
  private slots = new Uint32Array(256);
  private used = 0;

  constructor(width: number) {
    this.width = width;
    this.rows = new Uint32Array(64 * width);
  }

  get bytes(): number {
    return this.rows.byteLength + this.slots.byteLength;
  }

  /** Where the pair's row lies; a new one, of zeros, if need be. */
  row(lock: number, variable: number): number {
    const { slots, rows, width } = this;
    const mask = slots.length - 1;
    for (let slot = hash(lock, variable) & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot]!;
      if (entry === 0) return this.add(lock, variable, slot);
      const at = (entry - 1) * width;
      if (rows[at] === lock + 1 && rows[at + 1] === variable) return at;
    }
  }

  private add(lock: number, variable: number, slot: number): number {
    const at = this.used * this.width;
    if (at === this.rows.length) this.rows = grown(this.rows, this.rows.length * 2);
    this.rows[at] = lock + 1;
    this.rows[at + 1] = variable;
    this.slots[slot] = ++this.used;
    if (this.used * 2 > this.slots.length) this.rehash();
    return at;
  }

  private rehash(): void {
    const slots = new Uint32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let r = 0; r < this.used; r++) {
      const at = r * this.width;
      let slot = hash(this.rows[at]! - 1, this.rows[at + 1]!) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = r + 1;
    }
    this.slots = slots;
  }
}

function hash(lock: number, variable: number): number {
  const h = Math.imul(lock, 0x9e37_79b1) ^ Math.imul(variable, 0x85eb_ca6b);
  return h ^ (h >>> 15);
}
