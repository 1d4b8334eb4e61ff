// Makes room between the ids of a trace for ids that a lowering invents. Ids stay what they are until the first invention;
// from then on, whatever is new (of the trace or invented) gets the next free number.

import { grown } from '../base/grown.ts';

export class Renumbering {
  private base = 0;
  private next = 0;
  private shifted = false;
  /** Id of the trace → its number + 1; 0 where it has none of its own yet. */
  private numbers = new Uint32Array(0);

  /** True while every id is its own number. */
  get identity(): boolean {
    return !this.shifted;
  }

  /** How many numbers there are, given how many ids the trace has so far. */
  bound(ids: number): number {
    return this.shifted ? this.next : ids;
  }

  of(id: number): number {
    if (!this.shifted) return id;
    const number = id < this.numbers.length ? this.numbers[id]! : 0;
    if (number !== 0) return number - 1;
    if (id < this.base) return id;
    return this.assign(id);
  }

  /** A number of its own for something that is not in the trace. `ids`: how many ids the trace has so far. */
  invent(ids: number): number {
    if (!this.shifted) {
      this.shifted = true;
      this.base = ids;
      this.next = ids;
    }
    return this.next++;
  }

  /** From now on this id means something new. */
  renew(id: number, ids: number): void {
    this.set(id, this.invent(ids));
  }

  private assign(id: number): number {
    const number = this.next++;
    this.set(id, number);
    return number;
  }

  private set(id: number, number: number): void {
    if (id >= this.numbers.length) this.numbers = grown(this.numbers, Math.max(id + 1, this.numbers.length * 2, 64));
    this.numbers[id] = number + 1;
  }
}
