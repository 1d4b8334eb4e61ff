// What a trace consists of, counted in one pass over the blocks of a well-formed trace. Memory: about 16 bytes per thread, 28 per
// lock, 12 per variable and 1 per location; nothing grows with events.

import { grown } from '../base/grown.ts';
import type { EventBlock } from './block.ts';
import { Contexts } from './contexts.ts';
import { SectionCounter, type SectionStatistics } from './critical-section-statistics.ts';
import { ACCESS_KINDS, ATOMIC, isWrite, NO_ACCESS, OPERATION_COUNT, Op, operations } from './operation.ts';
import type { Bounds } from './symbols.ts';

const HOTTEST = 10;
/** In place of a thread + 1: more than one thread. */
const MANY = 0xffff_ffff;

export interface ThreadStatistics {
  readonly thread: number;
  readonly events: number;
  /** The thread that forked it, or -1. */
  readonly forkedBy: number;
}

/** All ids are those of the trace's symbol tables; lists are sorted by id, ranked ones by count and then id. */
export interface TraceStatistics {
  readonly events: number;
  /** The operations that occur, in the order of their codes. */
  readonly operations: readonly { readonly name: string; readonly events: number }[];
  /** Threads that act, fork, are forked or are joined. */
  readonly threads: readonly ThreadStatistics[];
  /** Locks that occur, without barriers. */
  readonly locks: number;
  readonly locksOfOneThread: number;
  readonly barriers: number;
  /** Variables that are accessed, by atomics too. */
  readonly variables: number;
  /** Those that two or more threads access, and those that two or more threads write. */
  readonly sharedVariables: number;
  readonly variablesWrittenByMany: number;
  /** Locations that occur, and events that have none. */
  readonly locations: number;
  readonly eventsWithoutLocation: number;
  /** Reads and writes, and how many of them are inside a critical section. */
  readonly accesses: number;
  readonly guardedAccesses: number;
  readonly atomics: number;
  readonly sections: SectionStatistics;
  /** By acquires, those of readers included. */
  readonly hottestLocks: readonly Ranked[];
  /** By accesses, atomics included. */
  readonly hottestVariables: readonly Ranked[];
}

export class Statistics {
  private readonly byOperation = new Float64Array(OPERATION_COUNT);
  private readonly sections = new SectionCounter();
  private guarded = 0;

  /** Per thread: its events and accesses, whether it occurs, and who forked it, + 1. */
  private threadEvents = new Uint32Array(0);
  private threadAccesses = new Uint32Array(0);
  private threadSeen = new Uint8Array(0);
  private forkedBy = new Uint32Array(0);
  /** Per lock: acquires, the thread that uses it + 1 or MANY, and whether it is used as a barrier. */
  private acquires = new Uint32Array(0);
  private lockUser = new Uint32Array(0);
  private barrierSeen = new Uint8Array(0);
  /** Per variable: accesses, the thread that accesses and the one that writes it, + 1, or MANY. */
  private accesses = new Uint32Array(0);
  private accessor = new Uint32Array(0);
  private writer = new Uint32Array(0);
  private locationSeen = new Uint8Array(1);
  private withoutLocation = 0;

  block(block: EventBlock): void {
    this.grow(block.bounds);
    const { length, ops, threads, targets, locations } = block;
    const { byOperation, threadEvents, threadAccesses, locationSeen, accesses, accessor, writer } = this;
    const { held } = this.sections;
    for (let i = 0; i < length; i++) {
      const op = ops[i]!;
      const thread = threads[i]!;
      const location = locations[i]!;
      byOperation[op]!++;
      if (location === 0) this.withoutLocation++;
      else locationSeen[location] = 1;
      if (ACCESS_KINDS[op] !== NO_ACCESS) {
        const variable = targets[i]!;
        const self = thread + 1;
        accesses[variable]!++;
        if (accessor[variable] !== self) accessor[variable] = accessor[variable] === 0 ? self : MANY;
        if (isWrite(op) && writer[variable] !== self) writer[variable] = writer[variable] === 0 ? self : MANY;
        if (op <= Op.write && held[thread] !== 0) this.guarded++;
        threadAccesses[thread]!++;
      } else {
        this.other(op, thread, targets[i]!);
      }
      threadEvents[thread]!++;
    }
  }

  /** `contexts` of the trace: one place counts once, whoever called it. */
  result(contexts: Contexts = new Contexts()): TraceStatistics {
    const { byOperation, locationSeen, lockUser, accessor, writer } = this;
    const count = (op: number) => byOperation[op]!;
    return {
      events: byOperation.reduce((sum, events) => sum + events, 0),
      operations: operations.filter(({ op }) => count(op) > 0).map(({ op, name }) => ({ name, events: count(op) })),
      threads: this.threads(),
      locks: howMany(lockUser, (user) => user !== 0),
      locksOfOneThread: howMany(lockUser, (user) => user !== 0 && user !== MANY),
      barriers: howMany(this.barrierSeen, (seen) => seen !== 0),
      variables: howMany(accessor, (thread) => thread !== 0),
      sharedVariables: howMany(accessor, (thread) => thread === MANY),
      variablesWrittenByMany: howMany(writer, (thread) => thread === MANY),
      locations: placesOf(locationSeen, contexts),
      eventsWithoutLocation: this.withoutLocation,
      accesses: count(Op.read) + count(Op.write),
      guardedAccesses: this.guarded,
      atomics: operations.reduce((sum, { op }) => (ACCESS_KINDS[op] === ATOMIC ? sum + count(op) : sum), 0),
      sections: this.sections.result(),
      hottestLocks: hottest(this.acquires, HOTTEST),
      hottestVariables: hottest(this.accesses, HOTTEST),
    };
  }

  /** What is not an access. */
  private other(op: number, thread: number, target: number): void {
    const { sections } = this;
    const events = this.threadEvents[thread]!;
    const accesses = this.threadAccesses[thread]!;
    switch (op) {
      case Op.acquire:
        this.acquires[target]!++;
        sections.acquire(thread, target, events, accesses);
        break;
      case Op.acquireShared:
        this.acquires[target]!++;
        sections.acquireShared(thread, target, events, accesses);
        break;
      case Op.release:
        sections.release(thread, target, events, accesses);
        break;
      case Op.releaseShared:
        sections.releaseShared(thread, target, events, accesses);
        break;
      case Op.wait:
        sections.wait(thread, target, events, accesses);
        break;
      case Op.notify:
        break;
      case Op.fork:
        this.forkedBy[target] = thread + 1;
        this.threadSeen[target] = 1;
        return;
      case Op.join:
        this.threadSeen[target] = 1;
        return;
      case Op.barrierEnter:
      case Op.barrierExit:
        this.barrierSeen[target] = 1;
        return;
      default:
        return;
    }
    const user = this.lockUser[target];
    if (user !== thread + 1) this.lockUser[target] = user === 0 ? thread + 1 : MANY;
  }

  private threads(): ThreadStatistics[] {
    const list: ThreadStatistics[] = [];
    for (let thread = 0; thread < this.threadEvents.length; thread++) {
      const events = this.threadEvents[thread]!;
      if (events > 0 || this.threadSeen[thread] === 1) list.push({ thread, events, forkedBy: this.forkedBy[thread]! - 1 });
    }
    return list;
  }

  private grow(bounds: Bounds): void {
    this.sections.grow(bounds);
    if (bounds.threads > this.threadEvents.length) {
      const room = Math.max(bounds.threads, 2 * this.threadEvents.length);
      this.threadEvents = grown(this.threadEvents, room);
      this.threadAccesses = grown(this.threadAccesses, room);
      this.threadSeen = grown(this.threadSeen, room);
      this.forkedBy = grown(this.forkedBy, room);
    }
    if (bounds.locks > this.acquires.length) {
      const room = Math.max(bounds.locks, 2 * this.acquires.length);
      this.acquires = grown(this.acquires, room);
      this.lockUser = grown(this.lockUser, room);
      this.barrierSeen = grown(this.barrierSeen, room);
    }
    if (bounds.variables > this.accesses.length) {
      const room = Math.max(bounds.variables, 2 * this.accesses.length);
      this.accesses = grown(this.accesses, room);
      this.accessor = grown(this.accessor, room);
      this.writer = grown(this.writer, room);
    }
    if (bounds.locations > this.locationSeen.length)
      this.locationSeen = grown(this.locationSeen, Math.max(bounds.locations, 2 * this.locationSeen.length));
  }
}

function placesOf(seen: Uint8Array, contexts: Contexts): number {
  const places = new Uint8Array(seen.length);
  for (let location = 0; location < seen.length; location++) if (seen[location] !== 0) places[contexts.place(location)] = 1;
  return howMany(places, (found) => found !== 0);
}

function howMany(column: Uint8Array | Uint32Array, counts: (value: number) => boolean): number {
  let found = 0;
  for (let i = 0; i < column.length; i++) if (counts(column[i]!)) found++;
  return found;
}

export interface Ranked {
  readonly id: number;
  readonly count: number;
}

/** At most `most` ids, the highest count first, among equals the lowest id; ids that were never counted are left out. @internal */
export function hottest(counts: Uint32Array, most: number): Ranked[] {
  const ranked: Ranked[] = [];
  for (let id = 0; id < counts.length; id++) {
    const count = counts[id]!;
    if (count === 0 || (ranked.length === most && count <= ranked[most - 1]!.count)) continue;
    const place = ranked.findIndex((other) => other.count < count);
    ranked.splice(place < 0 ? ranked.length : place, 0, { id, count });
    if (ranked.length > most) ranked.pop();
  }
  return ranked;
}
