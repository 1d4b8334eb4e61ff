// Witnesses for races: of sync-preserving ones the ideal in the order of the trace, then the two accesses. Each is replayed by the independent
// checker before anybody sees it. Not every race gets one: see witness-room.ts.

import type { Meter } from '../../base/meter.ts';
import type { Columns } from '../../trace/columns.ts';
import type { RaceSink } from '../detector.ts';
import { Checks, type Refuted } from './checks.ts';
import { type Schedule, Schedules } from './schedules.ts';
import type { TraceIndex } from './trace-index.ts';
import { WitnessRoom } from './witness-room.ts';

/** What a race and a witness cost in the log of races, in bytes. */
export const LOGGED_RACE = 64;
export const LOGGED_WITNESS = 192;

export interface LocatedColumns extends Columns {
  readonly locations: Uint32Array;
  /** Per variable: what the whole trace calls it, where that is something else. */
  readonly variables?: Uint32Array;
}

/** Schedules that nobody has checked yet: where they are kept, and their keys. */
export interface Unchecked {
  readonly kept: Uint32Array;
  readonly keys: readonly number[];
}

const FIELDS = 3;
/** In the place of a key: the race has no witness. */
const NONE = -1;

export class Proofs {
  readonly checks: Checks;
  private readonly meter: Meter;
  private readonly columns: LocatedColumns;
  private readonly room: WitnessRoom;
  /** Race by race: its two accesses, and the key of its schedule or NONE. */
  private races = new Float64Array(0);
  private count = 0;
  private readonly schedules: Schedules;
  private readonly unchecked: number[] = [];
  checked = 0;

  constructor(
    trace: TraceIndex,
    columns: LocatedColumns,
    meter: Meter,
    room: WitnessRoom = new WitnessRoom(meter),
    checks: Checks = new Checks(trace),
  ) {
    this.checks = checks;
    this.meter = meter;
    this.columns = columns;
    this.room = room;
    room.extend(columns.length);
    this.schedules = new Schedules(trace, meter);
  }

  get omitted(): number {
    return this.room.omitted;
  }

  /**
   * Keeps a race; its witness is to be checked. The ideal is at hand only now. False, and nothing kept, if there is no memory
   * for it.
   */
  add(first: number, second: number, ideal: Uint32Array): boolean {
    if (!this.hasRoom()) return false;
    let length = 2;
    for (let t = 0; t < ideal.length; t++) length += ideal[t]!;
    if (!this.wanted(first, second, length)) return this.keep(first, second, NONE);
    const key = this.schedules.add({ base: ideal, end: second, tail: [first, second] }, length);
    if (key < 0 || !this.keep(first, second, key)) return false;
    this.unchecked.push(key);
    return true;
  }

  /** Keeps a race whose schedule was found otherwise and is checked here. Unless it is kept, says who would not have it. */
  addProved(first: number, second: number, schedule: Schedule): 'kept' | 'refused' | 'no memory' {
    if (!this.hasRoom()) return 'no memory';
    this.checked++;
    const { verdict, length } = this.checks.check(schedule);
    if (!verdict.ok) return 'refused';
    const key = this.schedules.add(schedule, length);
    return key >= 0 && this.keep(first, second, key) ? 'kept' : 'no memory';
  }

  /** What is to be checked before `report`. */
  toCheck(): Unchecked {
    return { kept: this.schedules.words, keys: this.unchecked };
  }

  /** `find` gives one of the schedules that is no proof, if there is any. */
  verify(find = (): Refuted | undefined => this.checks.refuted(this.schedules.words, this.unchecked)): void {
    if (this.unchecked.length === 0) return;
    this.checked += this.unchecked.length;
    const refuted = find();
    if (refuted === undefined) return;
    const { key, step, reason } = refuted;
    const race = FIELDS * Array.from({ length: this.count }, (_, r) => this.races[r * FIELDS + 2]).indexOf(key);
    throw new Error(`the witness of ${this.races[race]} and ${this.races[race + 1]} is no proof: step ${step}: ${reason}`);
  }

  report(sink: RaceSink): void {
    const { races, schedules, count } = this;
    const order = Uint32Array.from({ length: count }, (_, r) => r * FIELDS);
    order.sort((a, b) => races[a + 1]! - races[b + 1]! || races[a]! - races[b]!);
    for (const r of order) sink(races[r]!, races[r + 1]!, races[r + 2] === NONE ? undefined : schedules.witness(races[r + 2]!));
  }

  private hasRoom(): boolean {
    const needed = (this.count + 1) * FIELDS;
    if (needed <= this.races.length) return true;
    const larger = this.meter.enlarged(this.races, needed);
    this.races = larger ?? this.races;
    return larger !== undefined;
  }

  private keep(first: number, second: number, key: number): boolean {
    if (!this.meter.take(key === NONE ? LOGGED_RACE : LOGGED_RACE + LOGGED_WITNESS)) return false;
    this.races.set([first, second, key], this.count++ * FIELDS);
    return true;
  }

  private wanted(first: number, second: number, length: number): boolean {
    const { locations, targets, variables } = this.columns;
    const place = locations[first]! * 0x20_0000 + locations[second]!;
    const variable = targets[second]!;
    return this.room.wanted(place, variables?.[variable] ?? variable, length);
  }
}
