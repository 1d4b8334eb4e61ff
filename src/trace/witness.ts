// A schedule that proves a race, as positions in their new order. It is as long as all that must happen before the race, and a trace
// has thousands of races: detectors keep what a schedule can be written from, and it is written when somebody asks for it.

import type { Position } from './id.ts';

export class Witness implements Iterable<Position> {
  /** How many events it has. */
  readonly length: number;
  private readonly write: () => Uint32Array;

  /** `write` gives the same positions every time. */
  constructor(length: number, write: () => Uint32Array) {
    this.length = length;
    this.write = write;
  }

  static of(positions: Uint32Array): Witness {
    return new Witness(positions.length, () => positions);
  }

  /** Written anew by every call: not to be called for many witnesses at a time. */
  positions(): Uint32Array {
    return this.write();
  }

  [Symbol.iterator](): Iterator<Position> {
    return this.positions().values();
  }

  /** As the JSON contract has it. */
  toJSON(): Position[] {
    return [...this.positions()];
  }
}
