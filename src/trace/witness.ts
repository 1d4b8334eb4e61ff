// A schedule that proves a race, as positions in their new order. It is as long as all that must happen before the race, and a trace
// has thousands of races: detectors keep what a schedule can be written from, and it is written when somebody asks for it.

import type { Position } from './id.ts';

/** A witness in the JSON report. */
export type WrittenWitness = readonly (Position | readonly [first: Position, last: Position])[];

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

  /** As the JSON contract has it: three or more consecutive positions are a pair of the first and the last. */
  toJSON(): WrittenWitness {
    const positions = this.positions();
    const written: (Position | readonly [Position, Position])[] = [];
    for (let from = 0, to = 0; from < positions.length; from = to) {
      for (to = from + 1; to < positions.length && positions[to] === positions[to - 1]! + 1; ) to++;
      if (to - from >= 3) written.push([positions[from]!, positions[to - 1]!]);
      else written.push(...positions.subarray(from, to));
    }
    return written;
  }

  /** The same, with all that it takes to write it: what a detector keeps for that may go. */
  kept(): Witness {
    const runs = this.toJSON();
    const { length } = this;
    return new Witness(length, () => {
      const positions = new Uint32Array(length);
      let at = 0;
      for (const run of runs) {
        const [first, last] = typeof run === 'number' ? [run, run] : run;
        for (let position = first; position <= last; position++) positions[at++] = position;
      }
      return positions;
    });
  }
}
