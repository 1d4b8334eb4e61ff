// Witnesses for sync-preserving races: the ideal in the order of the trace, then the two accesses. Each is replayed by the
// independent checker before anybody sees it. A witness is as long as what must happen before the race, so that their total length
// is bounded: a pair of places in the code that was not seen before gets one first, another variable there only while there is much
// room, the same variable only while there is more: findings show one race of a variable at a pair of places.

import type { Meter } from '../../base/meter.ts';
import type { Columns } from '../../trace/columns.ts';
import { ScheduleChecker, type Verdict } from '../../witness/check.ts';
import type { RaceSink } from '../detector.ts';
import { type Schedule, Schedules, write } from './schedules.ts';
import type { TraceIndex } from './trace-index.ts';

/**
 * Events that all witnesses of sync-preserving races have together: this many, or this many times the trace. An event of a witness
 * costs about 20 ns to check.
 */
const LEAST_ROOM = 16_000_000;
const ROOM_PER_EVENT = 16;
/** Of these, as many as other variables at the same places may have. */
const LEAST_FOR_VARIABLES = 8_000_000;
const FOR_VARIABLES_PER_EVENT = 2;
/** Events that all witnesses may have before the same variable at the same places gets no second one. */
const FOR_REPETITIONS = 1_000_000;

/** What a race and a witness cost in the log of races, and a pair of places in the sets here, in bytes. */
const LOGGED_RACE = 64;
const LOGGED_WITNESS = 192;
const PLACE = 128;

const FIELDS = 3;
/** In the place of a key: the race has no witness. */
const NONE = -1;

export class Proofs {
  private readonly trace: TraceIndex;
  private readonly meter: Meter;
  private readonly targets: Uint32Array;
  private readonly locations: Uint32Array;
  private readonly columns: Columns;
  /** Made for the first witness: they take a quarter of the memory, and most traces have no race. */
  private checker: ScheduleChecker | undefined;
  private scratch = new Uint32Array(0);
  /** Pairs of places, and per variable those at which it has a witness. */
  private readonly places = new Set<number>();
  private readonly variables = new Map<number, Set<number>>();
  private readonly capacity: number;
  private readonly forVariables: number;
  private used = 0;
  /** Race by race: its two accesses, and the key of its schedule or NONE. */
  private races = new Float64Array(0);
  private count = 0;
  private readonly schedules: Schedules;
  checked = 0;
  omitted = 0;

  constructor(trace: TraceIndex, columns: Columns & { readonly locations: Uint32Array }, meter: Meter) {
    this.trace = trace;
    this.meter = meter;
    this.targets = columns.targets;
    this.locations = columns.locations;
    this.columns = columns;
    this.capacity = Math.max(LEAST_ROOM, columns.length * ROOM_PER_EVENT);
    this.forVariables = Math.max(LEAST_FOR_VARIABLES, columns.length * FOR_VARIABLES_PER_EVENT);
    this.schedules = new Schedules(trace, meter);
  }

  /** Keeps a race for `report`. The ideal is at hand only now. False, and nothing kept, if there is no memory for it. */
  add(first: number, second: number, ideal: Uint32Array): boolean {
    if (!this.hasRoom()) return false;
    if (!this.wanted(first, second, ideal)) return this.keep(first, second, NONE);
    const schedule = { base: ideal, end: second, tail: [first, second] };
    const { verdict, length } = this.check(schedule);
    if (!verdict.ok)
      throw new Error(`the witness of ${first} and ${second} is no proof: step ${verdict.step}: ${verdict.reason}`);
    const key = this.schedules.add(schedule, length);
    return key >= 0 && this.keep(first, second, key);
  }

  /** Keeps a race whose schedule was found otherwise and is checked here. Unless it is kept, says who would not have it. */
  addProved(first: number, second: number, schedule: Schedule): 'kept' | 'refused' | 'no memory' {
    if (!this.hasRoom()) return 'no memory';
    const { verdict, length } = this.check(schedule);
    if (!verdict.ok) return 'refused';
    const key = this.schedules.add(schedule, length);
    return key >= 0 && this.keep(first, second, key) ? 'kept' : 'no memory';
  }

  report(sink: RaceSink): void {
    const { races, schedules, count } = this;
    const order = Uint32Array.from({ length: count }, (_, r) => r * FIELDS);
    order.sort((a, b) => races[a + 1]! - races[b + 1]! || races[a]! - races[b]!);
    for (const r of order) sink(races[r]!, races[r + 1]!, races[r + 2] === NONE ? undefined : schedules.witness(races[r + 2]!));
  }

  private check(schedule: Schedule): { verdict: Verdict; length: number } {
    this.checked++;
    if (this.checker === undefined) {
      this.checker = new ScheduleChecker(this.columns);
      this.scratch = new Uint32Array(this.columns.length);
    }
    const length = write(this.trace, schedule, this.scratch);
    return { verdict: this.checker.check(this.scratch.subarray(0, length)), length };
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

  private wanted(first: number, second: number, ideal: Uint32Array): boolean {
    const place = this.locations[first]! * 0x20_0000 + this.locations[second]!;
    const variable = this.targets[second]!;
    let length = 2;
    for (let t = 0; t < ideal.length; t++) length += ideal[t]!;
    const known = this.variables.get(variable);
    if (this.used + length > this.limit(place, known) || !(known?.has(place) || this.meter.take(PLACE))) {
      this.omitted++;
      return false;
    }
    this.places.add(place);
    if (known === undefined) this.variables.set(variable, new Set([place]));
    else known.add(place);
    this.used += length;
    return true;
  }

  private limit(place: number, known: ReadonlySet<number> | undefined): number {
    if (!this.places.has(place)) return this.capacity;
    return known?.has(place) ? FOR_REPETITIONS : this.forVariables;
  }
}
