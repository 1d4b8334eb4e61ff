// A schedule that proves a race, as positions in their new order. It is as long as all that must happen before the race, and a trace
// has thousands of races: detectors keep what a schedule can be written from, and it is written when somebody asks for it.

import type { Position } from './id.ts';

/** A witness in the JSON report. */
export type WrittenWitness = readonly (Position | readonly [first: Position, last: Position])[];

export class Witness implements Iterable<Position> {
  /** How many events it has. */
  readonly length: number;
  private readonly write: () => Uint32Array;
  /** The first and the last position of each run of consecutive ones. */
  private readonly runs: () => Uint32Array;

  /** `write` gives the same positions every time; `runs`, if that is faster, the first and the last of each run of consecutive ones. */
  constructor(length: number, write: () => Uint32Array, runs?: () => Uint32Array) {
    this.length = length;
    this.write = write;
    this.runs = runs ?? (() => runsOf(write()));
  }

  static of(positions: Uint32Array): Witness {
    return new Witness(positions.length, () => positions);
  }

  /** Of the first and the last position of each run of consecutive ones. */
  static ofRuns(runs: Uint32Array): Witness {
    let length = 0;
    for (let r = 0; r < runs.length; r += 2) length += runs[r + 1]! - runs[r]! + 1;
    return new Witness(
      length,
      () => written(runs, length),
      () => runs,
    );
  }

  /** Of runs as `ofRuns` takes them that somebody else has, and gives every time. */
  static far(length: number, runs: () => Uint32Array): Witness {
    return new Witness(length, () => written(runs(), length), runs);
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
    const runs = this.runs();
    const written: (Position | readonly [Position, Position])[] = [];
    for (let r = 0; r < runs.length; r += 2) {
      const [first, last] = [runs[r]!, runs[r + 1]!];
      if (last - first >= 2) written.push([first, last]);
      else for (let position = first; position <= last; position++) written.push(position);
    }
    return written;
  }

  /** The same, with all that it takes to write it: what a detector keeps for that may go. */
  kept(): Witness {
    return Witness.ofRuns(this.runs());
  }

  /** The runs of a schedule that begins with the first `start` events of a trace and goes on with this one, whose event `from` is the next. */
  runsBehind(start: number, from: number): Uint32Array<ArrayBuffer> {
    const own = this.runs();
    const runs = new RunCollector();
    if (start > 0) runs.add(0, start - 1);
    for (let r = 0; r < own.length; r += 2) {
      const last = own[r + 1]!;
      if (last >= from) runs.add(Math.max(own[r]!, from) - from + start, last - from + start);
    }
    return runs.collected();
  }
}

/** Gathers runs of consecutive positions; those that follow each other are one. */
export class RunCollector {
  private readonly runs: number[] = [];

  add(first: Position, last: Position): void {
    if (this.runs.length > 0 && this.runs.at(-1) === first - 1) this.runs.pop();
    else this.runs.push(first);
    this.runs.push(last);
  }

  get count(): number {
    return this.runs.length / 2;
  }

  collected(): Uint32Array<ArrayBuffer> {
    return Uint32Array.from(this.runs);
  }
}

function runsOf(positions: Uint32Array): Uint32Array {
  const runs = new RunCollector();
  for (let from = 0, to = 0; from < positions.length; from = to) {
    for (to = from + 1; to < positions.length && positions[to] === positions[to - 1]! + 1; ) to++;
    runs.add(positions[from]!, positions[to - 1]!);
  }
  return runs.collected();
}

function written(runs: Uint32Array, length: number): Uint32Array {
  const positions = new Uint32Array(length);
  let at = 0;
  for (let r = 0; r < runs.length; r += 2)
    for (let position = runs[r]!; position <= runs[r + 1]!; position++) positions[at++] = position;
  return positions;
}
