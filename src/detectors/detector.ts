// What a detector is. One file or folder per detector; index.ts is the one list of them.

import type { EventBlock } from '../trace/block.ts';
import type { Position } from '../trace/id.ts';
import type { Op } from '../trace/operation.ts';
import type { Deadlock, DetectorClaim, FindingType, Violation } from '../trace/outcome.ts';
import type { Witness } from '../trace/witness.ts';
import type { Helpers } from './helpers.ts';

interface Described<Type extends FindingType, Sink> {
  /** What kind of mistake it looks for. */
  readonly finds: Type;
  /** Stable for ever: `--detector fasttrack`. */
  readonly id: string;
  readonly title: string;
  /** Whom to cite. */
  readonly paper: string;
  readonly claim: DetectorClaim;
  /** What is reported, in one phrase. */
  readonly reports: string;
  /** Time and memory, in one phrase. */
  readonly cost: string;
  /** Operations that the analysis takes as they are; `lower` turns the others into these. */
  readonly operations: readonly Op[];
  /** Whether it takes the inner acquires and releases of re-entrant locks itself; otherwise `lower` drops them. */
  readonly reentrant: boolean;
  /**
   * The least that the analysis needs of a trace; all of it if absent. `happens-before`: accesses and what orders them.
   * `reads-from`: also every access, so that the write which each read saw is known. A reduced trace says what it keeps.
   */
  readonly needs?: 'happens-before' | 'reads-from';
  /** Numbers that a person may set, for detectors that have any. */
  readonly options?: readonly DetectorOption[];
  /** In words, what a limit or a budget kept from the result, by the counters of an analysis; undefined if nothing did. */
  readonly unfinished?: (counters: Readonly<Record<string, number>>) => string | undefined;
  /** In words, what a person should know of the result that does not make it partial, by the counters of an analysis. */
  readonly note?: (counters: Readonly<Record<string, number>>) => string | undefined;
  /** Options that are left out keep their default. Who has use for helpers is as right without. */
  analysis(report: Sink, options?: Readonly<Record<string, number>>, helpers?: Helpers): Analysis;
}

export type RaceDetector = Described<'race', RaceSink>;
export type DeadlockDetector = Described<'deadlock', DeadlockSink>;
export type AtomicityDetector = Described<'atomicity', ViolationSink>;
export type Detector = RaceDetector | DeadlockDetector | AtomicityDetector;

export interface DetectorOption {
  readonly name: string;
  readonly default: number;
  /** The least that makes sense; 0 if absent. */
  readonly min?: number;
  /** Of what it is a number; bytes are written 500M or 2G on a command line, seconds 30s or 5m. A switch is 1 if it is on, and a flag there. */
  readonly unit?: 'bytes' | 'seconds' | 'switch';
  readonly help: string;
}

/**
 * Takes a race as the positions of its two accesses, `first` before `second` in the trace; `first` is UNKNOWN where the
 * algorithm only knows the second. All else about an access (thread, variable, location, locks) follows from its position
 * and is looked up afterwards, so that no detector has to carry it. `witness` is a schedule that ends with the two; `observed`
 * says, where a predictor knows it, whether the two are also unordered in this run.
 */
export type RaceSink = (first: Position, second: Position, witness?: Witness, observed?: boolean) => void;

/** Takes deadlocks, in any order, each once. */
export type DeadlockSink = (deadlock: Deadlock) => void;

/** Takes violations of atomicity, in any order, each once. */
export type ViolationSink = (violation: Violation) => void;

/** Hears how much of what an analysis does at its end is done, from 0 to 1; less than before begins another part. */
export type Working = (done: number) => void;

export interface Analysis {
  block(events: EventBlock): void;
  /** Called once after the last block. Whoever takes long tells now and then how far it is. */
  end(working?: Working): void;
  /** How often each rule of the paper fired, and what else is worth counting. Complete after `end`. */
  counters(): Record<string, number>;
}
