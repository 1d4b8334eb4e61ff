// Witnesses for sync-preserving races: the ideal in the order of the trace, then the two accesses. Each is replayed by the
// independent checker before anybody sees it. A witness is as long as what must happen before the race, so that their total length
// is bounded: a pair of places in the code that was not seen before gets one first, another variable there only while there is much
// room, the same variable only while there is more: findings show one race of a variable at a pair of places.

import type { Columns } from '../../trace/columns.ts';
import { ScheduleChecker } from '../../witness/check.ts';
import type { RaceSink } from '../detector.ts';
import type { TraceIndex } from './trace-index.ts';

/**
 * Events that all witnesses of sync-preserving races have together: this many, or this many times the trace. An event of a witness
 * costs 4 bytes and about 20 ns to check.
 */
const LEAST_ROOM = 16_000_000;
const ROOM_PER_EVENT = 16;
/** Of these, as many as other variables at the same places may have. */
const LEAST_FOR_VARIABLES = 8_000_000;
const FOR_VARIABLES_PER_EVENT = 2;
/** Events that all witnesses may have before the same variable at the same places gets no second one. */
const FOR_REPETITIONS = 1_000_000;
/** A witness that has fewer of the events before its race than one in so many is gathered by threads. */
const SPARSE = 16;

export class Proofs {
  readonly checker: ScheduleChecker;
  private readonly trace: TraceIndex;
  private readonly targets: Uint32Array;
  private readonly locations: Uint32Array;
  private readonly scratch: Uint32Array;
  /** Pairs of places, and per variable those at which it has a witness. */
  private readonly places = new Set<number>();
  private readonly variables = new Map<number, Set<number>>();
  private readonly capacity: number;
  private readonly forVariables: number;
  private used = 0;
  private pairs: [first: number, second: number, witness: Uint32Array | undefined][] = [];
  checked = 0;
  omitted = 0;

  constructor(trace: TraceIndex, columns: Columns & { readonly locations: Uint32Array }) {
    this.trace = trace;
    this.targets = columns.targets;
    this.locations = columns.locations;
    this.checker = new ScheduleChecker(columns);
    this.capacity = Math.max(LEAST_ROOM, columns.length * ROOM_PER_EVENT);
    this.forVariables = Math.max(LEAST_FOR_VARIABLES, columns.length * FOR_VARIABLES_PER_EVENT);
    this.scratch = new Uint32Array(columns.length);
  }

  /** Keeps a race for `report`. The witness is built now, while the ideal is at hand. */
  add(first: number, second: number, ideal: Uint32Array): void {
    this.pairs.push([first, second, this.wanted(first, second, ideal) ? this.proof(first, second, ideal) : undefined]);
  }

  /** Keeps a race whose witness was found otherwise and is checked here. False, and nothing kept, if the checker refuses it. */
  addProved(first: number, second: number, witness: Uint32Array): boolean {
    this.checked++;
    if (!this.checker.check(witness).ok) return false;
    this.pairs.push([first, second, witness]);
    return true;
  }

  report(sink: RaceSink): void {
    this.pairs.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
    for (const [first, second, witness] of this.pairs) sink(first, second, witness);
  }

  private wanted(first: number, second: number, ideal: Uint32Array): boolean {
    const place = this.locations[first]! * 0x20_0000 + this.locations[second]!;
    const variable = this.targets[second]!;
    let length = 2;
    for (let t = 0; t < ideal.length; t++) length += ideal[t]!;
    if (this.used + length > this.limit(place, variable)) {
      this.omitted++;
      return false;
    }
    this.places.add(place);
    const known = this.variables.get(variable);
    if (known === undefined) this.variables.set(variable, new Set([place]));
    else known.add(place);
    this.used += length;
    return true;
  }

  private limit(place: number, variable: number): number {
    if (!this.places.has(place)) return this.capacity;
    return this.variables.get(variable)?.has(place) ? FOR_REPETITIONS : this.forVariables;
  }

  private proof(first: number, second: number, ideal: Uint32Array): Uint32Array {
    const { trace, scratch } = this;
    const length = inTraceOrder(trace, ideal, second, scratch);
    const witness = new Uint32Array(length + 2);
    witness.set(scratch.subarray(0, length));
    witness[length] = first;
    witness[length + 1] = second;
    this.checked++;
    const verdict = this.checker.check(witness);
    if (!verdict.ok)
      throw new Error(`the witness of ${first} and ${second} is no proof: step ${verdict.step}: ${verdict.reason}`);
    return witness;
  }
}

/** Writes the events of an ideal before position `end` in the order of the trace; gives how many there are. */
export function inTraceOrder(trace: TraceIndex, ideal: Uint32Array, end: number, to: Uint32Array): number {
  let most = 0;
  for (let t = 0; t < ideal.length; t++) most += ideal[t]!;
  if (most * SPARSE < end) return gathered(trace, ideal, end, to);
  const { index, columns } = trace;
  const { threads } = columns;
  let length = 0;
  for (let e = 0; e < end; e++) if (index[e]! <= ideal[threads[e]!]!) to[length++] = e;
  return length;
}

/** The same without a look at all events. */
function gathered({ threadStart, threadEvents }: TraceIndex, ideal: Uint32Array, end: number, to: Uint32Array): number {
  let length = 0;
  for (let t = 0; t < ideal.length; t++)
    for (let i = threadStart[t]!, last = i + ideal[t]!; i < last && threadEvents[i]! < end; i++) to[length++] = threadEvents[i]!;
  to.subarray(0, length).sort();
  return length;
}
