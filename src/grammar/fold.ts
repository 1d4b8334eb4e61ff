// What an analysis of a grammar must be able to do: read a chunk from left to right, event by event or by whole summaries, and sum it up.

import type { Position } from '../trace/id.ts';

/** Reads a chunk. */
export interface Reader<Summary> {
  /** Starts a chunk; `origin` is the position in the trace of one of its occurrences, for reports. */
  begin(origin: number): void;
  /** The next `count` events; `position` is that of the first of them in the chunk. */
  run(terminals: Uint32Array, count: number, position: number): void;
  /** The same event so many times. */
  repeat(terminal: number, times: number, position: number): void;
  apply(summary: Summary, position: number): void;
}

/** Reads a chunk and sums it up. */
export interface Fold<Summary> extends Reader<Summary> {
  finish(length: number): Summary;
  /** The summary of a chunk that is repeated, valid until the next one; `origin` is the position of its first repetition. */
  power(summary: Summary, times: number, origin: number): Summary;
  /** What it costs, in events, to apply the summary that `finish` would make now. */
  cost(): number;
}

/** Takes one pair of positions for each variable that is found. */
export type VariableSink = (first: Position, second: Position, variable: number) => void;
