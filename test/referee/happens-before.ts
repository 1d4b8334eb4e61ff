// Happens-before from its definition, for all operations: the set of events before each event, as a row of a matrix. Quadratic
// in time and memory and more. A volatile read comes after the last volatile write, in Java after all of them; a barrier-exit after all
// enters of its round.

import { Op } from '../../src/trace/operation.ts';
import { type Event, events, modelOf, type Trace } from '../../src/trace/trace.ts';

/** Rows of bytes: before[b][a] is 1 if event a happens before event b. */
export type Before = readonly Uint8Array[];

/** `without` leaves out the edges that these operations make, to see what they alone order. */
export function happensBefore(trace: Trace, without: readonly Op[] = []): Before {
  const rows: Uint8Array[] = [];
  const known = new Map<string, Uint8Array>();
  /** What is known under a name: the events before whoever learns it. */
  const learn = (row: Uint8Array, name: string): void => {
    known.get(name)?.forEach((bit, event) => {
      if (bit === 1) row[event] = 1;
    });
  };
  const tell = (row: Uint8Array, name: string): void => {
    const told = known.get(name) ?? new Uint8Array(trace.length);
    known.set(name, told);
    row.forEach((bit, event) => {
      if (bit === 1) told[event] = 1;
    });
  };
  const forget = (name: string): void => {
    known.delete(name);
  };
  const rounds = new Rounds();

  for (const { position, op, thread, target } of events(trace)) {
    const row = new Uint8Array(trace.length);
    const edges = !without.includes(op as Op);
    learn(row, `thread ${thread}`);
    learn(row, `fork ${thread}`);
    if (edges && (op === Op.acquire || op === Op.acquireShared)) learn(row, `lock ${target}`);
    if (edges && op === Op.acquire) learn(row, `readers ${target}`);
    if (edges && op === Op.join) learn(row, `thread ${target}`);
    if (edges && op === Op.join) learn(row, `fork ${target}`);
    if (edges && op === Op.volatileRead) learn(row, `volatile ${target}`);
    if (edges && op === Op.barrierExit) learn(row, `round ${rounds.exit(target, thread)}`);
    rows.push(row.slice());
    row[position] = 1;
    tell(row, `thread ${thread}`);
    if (edges && (op === Op.release || op === Op.wait)) tell(row, `lock ${target}`);
    if (edges && op === Op.releaseShared) tell(row, `readers ${target}`);
    if (edges && op === Op.fork) tell(row, `fork ${target}`);
    if (edges && op === Op.volatileWrite && modelOf(trace) !== 'java') forget(`volatile ${target}`);
    if (edges && op === Op.volatileWrite) tell(row, `volatile ${target}`);
    if (edges && op === Op.barrierEnter) tell(row, `round ${rounds.enter(target, thread)}`);
  }
  return rows;
}

/** A round of a barrier takes arrivals until its first exit. */
class Rounds {
  private readonly open = new Map<number, number>();
  private readonly ofThread = new Map<number, number>();
  private last = 0;

  enter(barrier: number, thread: number): number {
    const round = this.open.get(barrier) ?? ++this.last;
    this.open.set(barrier, round);
    this.ofThread.set(thread, round);
    return round;
  }

  exit(barrier: number, thread: number): number {
    const round = this.ofThread.get(thread)!;
    if (this.open.get(barrier) === round) this.open.delete(barrier);
    return round;
  }
}

/** Pairs of plain accesses of two threads to one variable, one of them a write, with no alloc of the variable between. */
export function conflicts(trace: Trace): [first: number, second: number][] {
  const pairs: [number, number][] = [];
  const accesses = new Map<number, Event[]>();
  for (const event of events(trace)) {
    if (event.op === Op.alloc) accesses.delete(event.target);
    if (event.op !== Op.read && event.op !== Op.write) continue;
    const earlier = accesses.get(event.target) ?? [];
    accesses.set(event.target, earlier);
    for (const other of earlier)
      if (other.thread !== event.thread && (other.op === Op.write || event.op === Op.write))
        pairs.push([other.position, event.position]);
    earlier.push(event);
  }
  return pairs;
}

/** Conflicting pairs that are not ordered, sorted by the second and then the first. */
export function happensBeforeRaces(trace: Trace): [first: number, second: number][] {
  const before = happensBefore(trace);
  return conflicts(trace).filter(([first, second]) => before[second]![first] === 0);
}
