// For every lock and variable touched under it, the last critical section that reads it and the last that writes it, and for each
// the last one of another thread: the releases of a lock are ordered, so that the last conflicting one stands for all before
// (rule a). Open addressing; 28 bytes and a slot per pair.

import { grown } from '../../trace/symbols.ts';
import { NONE, type Sections } from './sections.ts';

/** Words of a row: lock + 1, variable, then for reads and for writes the last section and the last of another thread. */
const ROW = 6;
const KINDS = 2;

export class Touched {
  private rows = new Uint32Array(256 * ROW);
  /** Row + 1 or 0; a power of two, at most half of it used. */
  private slots = new Uint32Array(512);
  private used = 0;
  private readonly sections: Sections;

  constructor(sections: Sections) {
    this.sections = sections;
  }

  /** Where the pair's row lies; a new one if need be. Valid until the next call. */
  row(lock: number, variable: number): number {
    const { slots, rows } = this;
    const mask = slots.length - 1;
    for (let slot = hash(lock, variable) & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot]!;
      if (entry === 0) return this.add(lock, variable, slot);
      const at = (entry - 1) * ROW;
      if (rows[at] === lock + 1 && rows[at + 1] === variable) return at;
    }
  }

  /** The last section of another thread than t that reads (kind 0) or writes (kind 1), or NONE. */
  other(row: number, kind: number, t: number): number {
    const at = row + KINDS + 2 * kind;
    const last = this.rows[at]!;
    return last !== NONE && this.sections.threads[last] === t ? this.rows[at + 1]! : last;
  }

  /** Section s, the open one of the row's lock, reads or writes the row's variable. */
  mark(row: number, kind: number, s: number): void {
    const { rows, sections } = this;
    const at = row + KINDS + 2 * kind;
    const last = rows[at]!;
    if (last === s) return;
    if (last !== NONE && sections.threads[last] !== sections.threads[s]) {
      sections.drop(rows[at + 1]!);
      rows[at + 1] = last;
    } else sections.drop(last);
    rows[at] = sections.share(s);
  }

  private add(lock: number, variable: number, slot: number): number {
    const at = this.used * ROW;
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
      let slot = hash(this.rows[r * ROW]! - 1, this.rows[r * ROW + 1]!) & mask;
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
