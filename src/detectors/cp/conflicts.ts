// Rule (a): for a lock and a variable, the latest section of the lock that read and wrote the variable, and the latest of another thread
// than that one's: enough to name the latest section of any other thread. One row per pair that occurs; open addressing.

import { grown } from '../../trace/symbols.ts';

/** Words of a row: lock + 1, variable, then for reads and for writes: index, thread, index of another thread's. */
const ROW = 8;
const READS = 2;
const WRITES = 5;

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
    let latest = rows[row + WRITES + 1] === t ? rows[row + WRITES + 2]! : rows[row + WRITES]!;
    if (kind === 1) {
      const read = rows[row + READS + 1] === t ? rows[row + READS + 2]! : rows[row + READS]!;
      if (read > latest) latest = read;
    }
    const at = row + (kind === 1 ? WRITES : READS);
    if (rows[at + 1] !== t) {
      rows[at + 2] = rows[at]!;
      rows[at + 1] = t;
    }
    rows[at] = index;
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
