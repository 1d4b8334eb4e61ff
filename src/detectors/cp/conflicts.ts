// Rule (a): for a lock and a variable, the latest section of the lock that wrote it, the latest that read it, and the latest of another
// thread than the latter's that did. One row per pair that occurs; open addressing.

import { grown } from '../../trace/symbols.ts';

/** Words of a row: lock + 1, variable, index and thread of the latest write, and of the latest read with the index of another thread's. */
const ROW = 7;
const WRITE = 2;
const READ = 4;

export class Conflicts {
  private rows = new Uint32Array(ROW * 64);
  private slots = new Uint32Array(256);
  private used = 0;

  /**
   * Section `index` of the lock, of thread t, accesses the variable: kind 0 reads, 1 writes. Gives the latest section of another thread
   * that has a conflicting access, 0 if none.
   */
  access(lock: number, variable: number, kind: number, index: number, t: number): number {
    const row = this.row(lock, variable);
    const { rows } = this;
    // Where the latest write is the thread's own, that section came after the others' writes, and so does this one.
    let latest = rows[row + WRITE + 1] === t ? 0 : rows[row + WRITE]!;
    if (kind === 0) {
      if (rows[row + READ + 1] !== t) rows[row + READ + 2] = rows[row + READ]!;
      rows[row + READ] = index;
      rows[row + READ + 1] = t;
      return latest;
    }
    const read = rows[row + READ + 1] === t ? rows[row + READ + 2]! : rows[row + READ]!;
    if (read > latest) latest = read;
    rows[row + WRITE] = index;
    rows[row + WRITE + 1] = t;
    return latest;
  }

  private row(lock: number, variable: number): number {
    const mask = this.slots.length - 1;
    let slot = hash(lock, variable) & mask;
    for (let r = this.slots[slot]!; r !== 0; r = this.slots[slot]!) {
      const at = (r - 1) * ROW;
      if (this.rows[at] === lock + 1 && this.rows[at + 1] === variable) return at;
      slot = (slot + 1) & mask;
    }
    return this.add(lock, variable, slot);
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
