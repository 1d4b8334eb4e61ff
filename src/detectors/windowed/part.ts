// What a predictor is given to look at, and what it says: the trace, or a window of it as a trace of its own.

import type { Meter } from '../../base/meter.ts';
import type { RaceSink, Working } from '../detector.ts';
import type { LocatedColumns } from '../sync-preserving/proofs.ts';
import type { Asked } from '../sync-preserving/races.ts';
import type { WitnessRoom } from '../sync-preserving/witness-room.ts';

/** A trace to look at. */
export interface Part {
  readonly columns: LocatedColumns;
  /** Per variable: 1 if it is suspect; all are if absent. */
  readonly variables: Uint8Array | undefined;
  /** The accesses that are asked for races with earlier ones. */
  readonly asked: Asked;
  /** Counts what it takes to look. */
  readonly meter: Meter;
  readonly room: WitnessRoom;
  /** What it may take of what is left of a budget. */
  readonly share: number;
  /** Takes events of the part. */
  readonly report: RaceSink;
}

/** Gives how many events fit into the memory. If that are not all, nothing was reported: smaller parts follow. */
export type Look = (part: Part, working?: Working) => number;

export interface Suspected {
  readonly none: boolean;
  readonly variables: Uint8Array | undefined;
}
