// Witnesses for sync-preserving races: the ideal in the order of the trace, then the two accesses. Each is replayed by the
// independent checker before anybody sees it: all together, the one that leaves the trace last first, so that of the trace is taken back
// once what was replayed of it, and not replayed up to each of them. Not every race gets one: see witness-room.ts.

import type { Meter } from '../../base/meter.ts';
import type { Columns } from '../../trace/columns.ts';
import { ScheduleChecker, type Verdict } from '../../witness/check.ts';
import type { RaceSink } from '../detector.ts';
import { asInTrace, type Schedule, Schedules, write } from './schedules.ts';
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

const FIELDS = 3;
/** In the place of a key: the race has no witness. */
const NONE = -1;

export class Proofs {
  private readonly trace: TraceIndex;
  private readonly meter: Meter;
  private readonly columns: LocatedColumns;
  private readonly room: WitnessRoom;
  /** Made for the first witness: they take a quarter of the memory, and most traces have no race. */
  private checker: ScheduleChecker | undefined;
  private scratch = new Uint32Array(0);
  /** Race by race: its two accesses, and the key of its schedule or NONE. */
  private races = new Float64Array(0);
  private count = 0;
  /** How many of the races were looked at by `verify`. */
  private verified = 0;
  private readonly schedules: Schedules;
  checked = 0;

  constructor(trace: TraceIndex, columns: LocatedColumns, meter: Meter, room: WitnessRoom = new WitnessRoom(meter)) {
    this.trace = trace;
    this.meter = meter;
    this.columns = columns;
    this.room = room;
    room.extend(columns.length);
    this.schedules = new Schedules(trace, meter);
  }

  get omitted(): number {
    return this.room.omitted;
  }

  /** Keeps a race for `report`. The ideal is at hand only now. False, and nothing kept, if there is no memory for it. */
  add(first: number, second: number, ideal: Uint32Array): boolean {
    if (!this.hasRoom()) return false;
    let length = 2;
    for (let t = 0; t < ideal.length; t++) length += ideal[t]!;
    if (!this.wanted(first, second, length)) return this.keep(first, second, NONE);
    const key = this.schedules.add({ base: ideal, end: second, tail: [first, second] }, length);
    return key >= 0 && this.keep(first, second, key);
  }

  /** Checks the witnesses of all that was added. */
  verify(): void {
    const { races, schedules, trace } = this;
    const added: { readonly race: number; readonly from: number }[] = [];
    for (; this.verified < this.count; this.verified++) {
      const race = this.verified * FIELDS;
      if (races[race + 2] !== NONE) added.push({ race, from: asInTrace(trace, schedules.at(races[race + 2]!)) });
    }
    for (const { race } of added.sort((a, b) => b.from - a.from)) {
      const { verdict } = this.check(schedules.at(races[race + 2]!));
      if (verdict.ok) continue;
      const { step, reason } = verdict;
      throw new Error(`the witness of ${races[race]} and ${races[race + 1]} is no proof: step ${step}: ${reason}`);
    }
  }

  /** Keeps a race whose schedule was found otherwise and is checked here. Unless it is kept, says who would not have it. */
  addProved(first: number, second: number, schedule: Schedule): 'kept' | 'refused' | 'no memory' {
    if (!this.hasRoom()) return 'no memory';
    const { verdict, length } = this.check(schedule);
    if (!verdict.ok) return 'refused';
    const key = this.schedules.add(schedule, length);
    if (key < 0 || !this.keep(first, second, key)) return 'no memory';
    this.verified++;
    return 'kept';
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
    const before = asInTrace(this.trace, schedule);
    const length = write(this.trace, schedule, this.scratch, before);
    return { verdict: this.checker.check(this.scratch.subarray(0, length), before), length: before + length };
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
