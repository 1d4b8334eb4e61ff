// From positions to what a person needs to know of an access. Detectors report positions only; this looks up the rest (thread,
// variable, location, locks held) in one more reading of the trace, for the positions asked for and no others.

import { bisect } from '../base/bisect.ts';
import type { EventBlock } from '../trace/block.ts';
import type { Position } from '../trace/id.ts';
import { ACCESS_KINDS, ATOMIC, isWrite, NO_ACCESS, Op } from '../trace/operation.ts';
import { UNKNOWN } from '../trace/outcome.ts';
import type { Symbols, SymbolTable } from '../trace/symbols.ts';

/** As the JSON contract has it, version 1; the variable is said once for both accesses. */
export interface Access {
  readonly index: Position;
  readonly thread: string;
  readonly op: 'read' | 'write';
  /** Set if it is atomic, so that only the other access of a race is plain. */
  readonly atomic?: true;
  readonly location: string;
  /** The line of source, as it was when the program was recorded; absent if the trace does not have it. */
  readonly text?: string;
  /** In the order in which they were taken. */
  readonly locks: readonly string[];
  /** Those of them that are held as a reader only; absent if there are none. */
  readonly shared?: readonly string[];
}

/** Where a thread was started. */
export interface Fork {
  readonly thread: string;
  readonly by: string;
  readonly index: Position;
  readonly location: string;
}

/** Who knows what stands at a position without reading all that is before it: a compressed trace. */
export interface EventsByPosition {
  event(position: Position): { readonly op: number; readonly thread: number; readonly target: number; readonly location: number };
  /** The locks that a thread holds there, ~lock for one that it holds as a reader only. Positions do not go down from call to call. */
  locks(position: Position, thread: number): readonly number[];
  /** Where the thread was started. */
  fork(thread: number): Position | undefined;
}

export class AccessLookup {
  /** Sorted, without repeats. */
  private readonly positions: Float64Array;
  private readonly ops: Uint8Array;
  private readonly threads: Uint32Array;
  private readonly variables: Uint32Array;
  private readonly locations: Uint32Array;
  private readonly locksets: Uint32Array;
  /** Interned sets of held locks, ~lock for one that is held as a reader only: most accesses hold one of a few. */
  private readonly sets: (readonly number[])[] = [[]];
  private readonly setIds = new Map<string, number>([['', 0]]);
  private readonly held = new Held();
  /** Started thread → the position of the fork, the thread that did it, and where. */
  private readonly starts = new Map<number, readonly [Position, number, number]>();
  private next = 0;

  constructor(wanted: Iterable<Position>) {
    const sorted = Float64Array.from(wanted).sort();
    this.positions = sorted.filter((position, i) => i === 0 || position !== sorted[i - 1]);
    const { length } = this.positions;
    this.ops = new Uint8Array(length);
    this.threads = new Uint32Array(length);
    this.variables = new Uint32Array(length);
    this.locations = new Uint32Array(length);
    this.locksets = new Uint32Array(length);
  }

  /** True when all positions have been seen: the rest of the trace need not be read. */
  get done(): boolean {
    return this.next === this.positions.length;
  }

  block({ start, length, ops, threads, targets, locations }: EventBlock): void {
    const { positions, held } = this;
    for (let i = 0; i < length && !this.done; i++) {
      const op = ops[i]!;
      if (op > Op.write) held.step(op, threads[i]!, targets[i]!);
      if (op === Op.fork) this.starts.set(targets[i]!, [start + i, threads[i]!, locations[i]!]);
      if (start + i === positions[this.next]) this.enter(op, threads[i]!, targets[i]!, locations[i]!, held.locks(threads[i]!));
    }
  }

  /** The same from a trace that is not read, only asked. */
  ask(source: EventsByPosition): void {
    while (!this.done) {
      const position = this.positions[this.next]!;
      const { op, thread, target, location } = source.event(position);
      this.enter(op, thread, target, location, source.locks(position, thread));
    }
    for (const thread of new Set(this.threads)) {
      const index = source.fork(thread);
      if (index === undefined) continue;
      const { thread: by, location } = source.event(index);
      this.starts.set(thread, [index, by, location]);
    }
  }

  private enter(op: number, thread: number, variable: number, location: number, locks: readonly number[]): void {
    const at = this.next++;
    this.ops[at] = op;
    this.threads[at] = thread;
    this.variables[at] = variable;
    this.locations[at] = location;
    this.locksets[at] = this.intern(locks);
  }

  access(position: Position, symbols: Symbols): Access {
    const at = this.find(position);
    const held = this.sets[this.locksets[at]!]!;
    const text = symbols.places.get(this.locations[at]!)?.text ?? '';
    const shared = held.filter((lock) => lock < 0).map((lock) => symbols.locks.name(~lock));
    return {
      index: position,
      thread: symbols.threads.name(this.threads[at]!),
      op: isWrite(this.ops[at]!) ? 'write' : 'read',
      ...(ACCESS_KINDS[this.ops[at]!] === ATOMIC && { atomic: true }),
      location: symbols.locations.name(this.locations[at]!),
      ...(text === '' ? {} : { text }),
      locks: held.map((lock) => symbols.locks.name(lockOf(lock))),
      ...(shared.length > 0 && { shared }),
    };
  }

  variable(position: Position): number {
    return this.variables[this.find(position)]!;
  }

  thread(position: Position): number {
    return this.threads[this.find(position)]!;
  }

  location(position: Position): number {
    return this.locations[this.find(position)]!;
  }

  /** The starts of the threads of these accesses, each once. */
  forks(positions: readonly Position[], symbols: Symbols): Fork[] {
    const threads = new Set(positions.map((position) => this.threads[this.find(position)]!));
    return [...threads].flatMap((thread) => {
      const start = this.starts.get(thread);
      if (start === undefined) return [];
      const [index, by, location] = start;
      return {
        thread: symbols.threads.name(thread),
        by: symbols.threads.name(by),
        index,
        location: symbols.locations.name(location),
      };
    });
  }

  /** Whether two accesses of different threads conflict there. Of an unknown first one nothing is asked. */
  isRace(first: Position, second: Position): boolean {
    const { ops, threads, variables } = this;
    const b = this.find(second);
    if (ACCESS_KINDS[ops[b]!] === NO_ACCESS) return false;
    if (first === UNKNOWN) return true;
    const a = this.find(first);
    if (ACCESS_KINDS[ops[a]!] === NO_ACCESS || variables[a] !== variables[b] || threads[a] === threads[b]) return false;
    return isWrite(ops[a]!) || isWrite(ops[b]!);
  }

  /** Whether all that was looked up has the same name in both tables: those of what the detectors saw and of what was seen here. */
  isNamedAlike(symbols: Symbols, seen: Symbols): boolean {
    const starts = [...this.starts.values()];
    const alike = (kind: 'threads' | 'locks' | 'variables' | 'locations', ids: Iterable<number>): boolean =>
      sameNames(ids, symbols[kind], seen[kind]);
    return (
      alike('threads', this.threads) &&
      alike('variables', this.variables) &&
      alike('locations', this.locations) &&
      this.sets.every((locks) => alike('locks', Array.from(locks, lockOf))) &&
      alike('threads', [...this.starts.keys(), ...starts.map(([, by]) => by)]) &&
      alike(
        'locations',
        Array.from(starts, ([, , location]) => location),
      )
    );
  }

  isWrite(position: Position): boolean {
    return isWrite(this.ops[this.find(position)]!);
  }

  private find(position: Position): number {
    const { positions } = this;
    const found = bisect(0, positions.length, (i) => positions[i]! < position);
    if (positions[found] !== position) throw new RangeError(`position ${position} was not asked for`);
    return found;
  }

  private intern(locks: readonly number[]): number {
    const key = locks.join(' ');
    let id = this.setIds.get(key);
    if (id === undefined) {
      id = this.sets.length;
      this.sets.push([...locks]);
      this.setIds.set(key, id);
    }
    return id;
  }
}

function lockOf(held: number): number {
  return held < 0 ? ~held : held;
}

function sameNames(ids: Iterable<number>, table: SymbolTable, seen: SymbolTable): boolean {
  for (const id of new Set(ids)) if (id >= table.size || table.name(id) !== seen.name(id)) return false;
  return true;
}

/** The locks that each thread holds, each once, in the order in which they were taken. */
class Held {
  /** Per thread: twice the lock, one more for its readers → how often. A Map keeps the order. */
  private readonly threads: (Map<number, number> | undefined)[] = [];
  private readonly waiting = new Map<number, number>();

  /** ~lock for one that is held as a reader only. */
  locks(thread: number): readonly number[] {
    const held = this.threads[thread];
    if (held === undefined) return [];
    const locks = new Set(Array.from(held.keys(), (hold) => Math.floor(hold / 2)));
    return Array.from(locks, (lock) => (held.has(lock * 2) ? lock : ~lock));
  }

  step(op: number, thread: number, lock: number): void {
    const hold = lock * 2 + (op === Op.acquireShared || op === Op.releaseShared ? 1 : 0);
    if (op === Op.acquire || op === Op.acquireShared) {
      let held = this.threads[thread];
      if (held === undefined) {
        held = new Map();
        this.threads[thread] = held;
      }
      held.set(hold, (held.get(hold) ?? 0) + (this.waiting.get(thread) ?? 1));
      this.waiting.delete(thread);
    } else if (op === Op.release || op === Op.releaseShared) {
      const held = this.threads[thread];
      const count = held?.get(hold) ?? 0;
      if (count > 1) held?.set(hold, count - 1);
      else held?.delete(hold);
    } else if (op === Op.wait) {
      this.waiting.set(thread, this.threads[thread]?.get(hold) ?? 1);
      this.threads[thread]?.delete(hold);
    }
  }
}
