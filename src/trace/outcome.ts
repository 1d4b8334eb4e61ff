// What a detector says of a trace: positions, and how sure a person can be of them. It stands beside the trace because
// detectors make it and findings read it, and neither knows the other.

import type { Position } from './id.ts';
import type { Witness } from './witness.ts';

/** How sure a person can be. Ordered from the strongest. No detector calls anything confirmed: the program does, led by src/steer. */
export const claims = ['confirmed', 'observed', 'predicted', 'suspected'] as const;
export type Claim = (typeof claims)[number];
export type DetectorClaim = Exclude<Claim, 'confirmed'>;

/** The kinds of mistakes. */
export const findingTypes = ['race', 'deadlock', 'atomicity'] as const;
export type FindingType = (typeof findingTypes)[number];

/** In the place of a first access that the algorithm does not know. */
export const UNKNOWN: Position = -1;

/** The races that one detector reports, by number, in order of the second access and then of the first. */
export interface Races {
  readonly length: number;
  /** UNKNOWN where the algorithm only knows the second. */
  first(race: number): Position;
  second(race: number): Position;
  /** A schedule that ends with the two accesses. */
  witness(race: number): Witness | undefined;
  /** Whether the run itself has the race, where the detector said so. */
  observed(race: number): boolean | undefined;
  /** Whether this pair was reported; O(log races). */
  has(first: Position, second: Position): boolean;
}

/** Threads that wait for each other, for ever. */
export interface Deadlock {
  /**
   * For each thread the event at which it waits: an acquire that would block, or, where the run itself hung, the request for it, for the
   * end of a thread, or the wait that nobody ends. Each waits for what the next one has, the last for what the first has; the smallest
   * position comes first. One alone waits for what nobody is left to do.
   */
  readonly cycle: readonly Position[];
  /** A schedule after which each of these is the next event of its thread. */
  readonly witness?: Witness | undefined;
  /** Instead of a schedule, by who keeps no events: per thread, it has the events before this position, in the order of the trace. */
  readonly below?: Uint32Array | undefined;
}

/** A block that others cut: no schedule in which it runs alone does what this one did. */
export interface Violation {
  /** The first event of the block. */
  readonly begin: Position;
  /** The event of the block at which it shows. */
  readonly index: Position;
  /** The event of the block before the cut that conflicts with it, where the detector knows. */
  readonly own?: Position | undefined;
  /** Where the block is two critical sections: the begin of the second. */
  readonly again?: Position | undefined;
  /** And the begin of the annotated block that both are in, if there is one. */
  readonly around?: Position | undefined;
  /** The events of others between them that the block is not ordered around, in the order of the trace. At least one. */
  readonly cut: readonly Position[];
  /** A schedule of the run that has the violation and ends with `index`, where the run itself does not. */
  readonly witness?: Witness | undefined;
}

/** What became of one detector on one trace. */
export interface Outcome {
  readonly detector: {
    readonly id: string;
    readonly claim: Claim;
    readonly finds: FindingType;
    readonly note?: (counters: Readonly<Record<string, number>>) => string | undefined;
  };
  readonly races: Races;
  /** In order of their first positions. */
  readonly deadlocks: readonly Deadlock[];
  /** In order of where they show, and of where their blocks begin. */
  readonly violations: readonly Violation[];
  readonly counters: Readonly<Record<string, number>>;
}
