// From positions to what a person needs to know of an event, mostly an access. Detectors report positions only; this looks up the rest (thread,
// variable, location, locks held) in one more reading of the trace, for the positions asked for and no others.

import { bisect } from '../base/bisect.ts';
import type { EventBlock } from '../trace/block.ts';
import { NO_LOCATION, type Position } from '../trace/id.ts';
import { ACCESS_KINDS, ATOMIC, isWrite, NO_ACCESS, Op, operation, TARGET_KIND_CODES } from '../trace/operation.ts';
import { UNKNOWN } from '../trace/outcome.ts';
import { codePlace, type Symbols, type SymbolTable, table } from '../trace/symbols.ts';
import type { Access, Allocation, Fork, Memory, StackedAccess, TakenLock } from './access.ts';
import { HeldLocks, type Hold } from './holds.ts';
import { LockSets, lockOf, NO_LOCKS } from './lock-sets.ts';
import type { Frame, Stacks } from './stack.ts';
import { toldLocation, toldName } from './told.ts';

/** Who knows what stands at a position without reading all that is before it: a compressed trace. */
export interface EventsByPosition {
  event(position: Position): { readonly op: number; readonly thread: number; readonly target: number; readonly location: number };
  /** The locks that a thread holds there, and where it took them; ~lock for one that it holds as a reader only. Positions do not go down
   * from call to call. */
  locks(position: Position, thread: number): readonly { readonly lock: number; readonly since: Position }[];
  /** Where the thread was started. */
  fork(thread: number): Position | undefined;
  /** Whether the variable stands for other memory from some position on. */
  isRenewed(variable: number): boolean;
}

/**
 * Set part by part, in the order in which they are told. There are two for each finding, and a literal of parts that may be missing takes
 * several times as long.
 */
class ToldAccess implements StackedAccess {
  readonly index: Position;
  readonly thread: string;
  readonly op: string;
  declare target?: string;
  declare atomic?: true;
  declare location: string;
  declare text?: string;
  declare locks: readonly string[];
  declare shared?: readonly string[];
  declare locksUnknown?: true;
  declare stack: readonly Frame[];
  declare taken: readonly TakenLock[];

  constructor(index: Position, thread: string, op: string) {
    this.index = index;
    this.thread = thread;
    this.op = op;
  }
}

export class AccessLookup {
  /** Sorted, without repeats. */
  private readonly positions: Float64Array;
  private readonly ops: Uint8Array;
  private readonly threads: Uint32Array;
  /** Variables, mostly. */
  private readonly targets: Uint32Array;
  private readonly locations: Uint32Array;
  private readonly locksets: Uint32Array;
  /** Per access: the location of the last `alloc` of its variable + 1, or 0 if there was none. */
  private readonly renewals: Uint32Array;
  private readonly sets = new LockSets();
  /** What is told with stacks, per access. */
  private readonly told: (ToldAccess | undefined)[];
  private readonly held = new HeldLocks();
  /** Started thread → the position of the fork, the thread that did it, and where. */
  private readonly starts = new Map<number, readonly [Position, number, number]>();
  /** Variable → the location of its last `alloc`. */
  private readonly renewed = new Map<number, number>();
  private next = 0;
  /** What was looked for last: of the two accesses of a race, one asks for much. */
  private found = 0;
  private foundBefore = 0;

  /** Whether the trace has the locks as they were taken. */
  private readonly knowsLocks: boolean;

  constructor(wanted: Iterable<Position>, knowsLocks = true) {
    this.knowsLocks = knowsLocks;
    const sorted = Float64Array.from(wanted).sort();
    this.positions = sorted.filter((position, i) => i === 0 || position !== sorted[i - 1]);
    const { length } = this.positions;
    this.ops = new Uint8Array(length);
    this.threads = new Uint32Array(length);
    this.targets = new Uint32Array(length);
    this.locations = new Uint32Array(length);
    this.locksets = new Uint32Array(length);
    this.renewals = new Uint32Array(length);
    this.told = new Array(length);
  }

  /** True when all positions have been seen: the rest of the trace need not be read. */
  get done(): boolean {
    return this.next === this.positions.length;
  }

  block({ start, length, ops, threads, targets, locations }: EventBlock): void {
    const { positions, held } = this;
    let wanted = this.done ? -1 : positions[this.next]! - start;
    for (let i = 0; i < length && wanted >= 0; i++) {
      const op = ops[i]!;
      if (op <= Op.write && i !== wanted) continue;
      // What a thread that wants a lock holds is told without it.
      const before = i === wanted && isAcquire(op) ? held.locks(threads[i]!) : undefined;
      if (op > Op.write) held.step(op, threads[i]!, targets[i]!, locations[i]!);
      if (op === Op.alloc) this.renewed.set(targets[i]!, locations[i]!);
      if (op === Op.fork) this.starts.set(targets[i]!, [start + i, threads[i]!, locations[i]!]);
      if (i !== wanted) continue;
      const renewal = this.renewed.get(targets[i]!);
      this.enter(op, threads[i]!, targets[i]!, locations[i]!, before ?? held.locks(threads[i]!), renewal);
      wanted = this.done ? -1 : positions[this.next]! - start;
    }
  }

  /** The same from a trace that is not read, only asked. */
  ask(source: EventsByPosition): void {
    while (!this.done) {
      const position = this.positions[this.next]!;
      const { op, thread, target, location } = source.event(position);
      const held = source.locks(position, thread).filter(({ since }) => since !== position);
      const locks = held.map(({ lock, since }) => ({ lock, location: source.event(since).location }));
      this.enter(op, thread, target, location, locks, source.isRenewed(target) ? NO_LOCATION : undefined);
    }
    for (const thread of new Set(this.threads)) {
      const index = source.fork(thread);
      if (index === undefined) continue;
      const { thread: by, location } = source.event(index);
      this.starts.set(thread, [index, by, location]);
    }
  }

  private enter(
    op: number,
    thread: number,
    target: number,
    location: number,
    locks: readonly Hold[],
    renewal: number | undefined,
  ): void {
    const at = this.next++;
    this.ops[at] = op;
    this.threads[at] = thread;
    this.targets[at] = target;
    this.locations[at] = location;
    this.locksets[at] = this.knowsLocks ? this.sets.intern(locks) : NO_LOCKS;
    this.renewals[at] = renewal === undefined ? 0 : renewal + 1;
  }

  access(position: Position, symbols: Symbols): Access {
    return this.accessAt(this.find(position), symbols);
  }

  /** The same with its stacks, made once: many findings may share an access. */
  stacked(position: Position, symbols: Symbols, stacks: Stacks): StackedAccess {
    const at = this.find(position);
    let access = this.told[at];
    if (access === undefined) {
      access = this.accessAt(at, symbols);
      access.stack = stacks.of(this.locations[at]!);
      access.taken = this.sets.taken(this.locksets[at]!, symbols, stacks);
      this.told[at] = access;
    }
    return access;
  }

  /** With what it is about: of findings whose events are not all about one variable. */
  about(position: Position, symbols: Symbols): Access & { readonly target: string };
  about(position: Position, symbols: Symbols, stacks: Stacks): StackedAccess & { readonly target: string };
  about(position: Position, symbols: Symbols, stacks?: Stacks): Access & { readonly target: string } {
    const at = this.find(position);
    const access = stacks === undefined ? this.accessAt(at, symbols) : this.stacked(position, symbols, stacks);
    const { index, thread, op, ...rest } = access;
    const target = table(symbols, operation(this.ops[at]!).target).name(this.targets[at]!);
    return { index, thread, op, target, ...rest };
  }

  private accessAt(at: number, symbols: Symbols): ToldAccess {
    const location = toldLocation(symbols, this.locations[at]!);
    const text = codePlace(symbols, location)?.text ?? '';
    const op = this.ops[at]!;
    const { locks, shared } = this.sets.names(this.locksets[at]!, symbols);
    const access = new ToldAccess(this.positions[at]!, symbols.threads.name(this.threads[at]!), actionOf(op));
    if (ACCESS_KINDS[op] === ATOMIC) access.atomic = true;
    access.location = symbols.locations.name(location);
    if (text !== '') access.text = text;
    access.locks = locks;
    if (shared.length > 0) access.shared = shared;
    if (!this.knowsLocks) access.locksUnknown = true;
    return access;
  }

  /** Where the memory of an access was allocated; undefined if the trace does not say. */
  allocation(position: Position, symbols: Symbols, stacks: Stacks): Allocation | undefined {
    const at = this.find(position);
    const { allocations, threads } = symbols;
    const variable = this.targets[at]!;
    const isRenewed = this.renewals[at] !== 0;
    const location = isRenewed ? this.renewals[at]! - 1 : allocations.location(variable);
    if (location === NO_LOCATION) return undefined;
    // Who allocated it again, the trace does not say: the event is of the thread that first used it.
    const thread = isRenewed ? -1 : allocations.thread(variable);
    return {
      ...(thread >= 0 && { thread: threads.name(thread) }),
      location: toldName(symbols, location),
      stack: stacks.of(location),
    };
  }

  /** Where the variable of an access is; undefined if the trace does not say. */
  memory(position: Position, { extents }: Symbols): Memory | undefined {
    const at = this.find(position);
    // Memory that took the place of what was freed may be elsewhere.
    const extent = this.renewals[at] === 0 ? extents.get(this.targets[at]!) : undefined;
    return extent && { ...extent, address: `0x${extent.address.toString(16)}` };
  }

  variable(position: Position): number {
    return this.targets[this.find(position)]!;
  }

  op(position: Position): number {
    return this.ops[this.find(position)]!;
  }

  thread(position: Position): number {
    return this.threads[this.find(position)]!;
  }

  location(position: Position): number {
    return this.locations[this.find(position)]!;
  }

  /** The starts of the threads of these accesses, each once. */
  forks(positions: readonly Position[], symbols: Symbols, stacks: Stacks): Fork[] {
    const threads = new Set(positions.map((position) => this.threads[this.find(position)]!));
    return [...threads].flatMap((thread) => {
      const start = this.starts.get(thread);
      if (start === undefined) return [];
      const [index, by, location] = start;
      return {
        thread: symbols.threads.name(thread),
        by: symbols.threads.name(by),
        index,
        location: toldName(symbols, location),
        stack: stacks.of(location),
      };
    });
  }

  /** Whether two accesses of different threads conflict there. Of an unknown first one nothing is asked. */
  isRace(first: Position, second: Position): boolean {
    const { ops, threads, targets } = this;
    const b = this.find(second);
    if (ACCESS_KINDS[ops[b]!] === NO_ACCESS) return false;
    if (first === UNKNOWN) return true;
    const a = this.find(first);
    if (ACCESS_KINDS[ops[a]!] === NO_ACCESS || targets[a] !== targets[b] || threads[a] === threads[b]) return false;
    return isWrite(ops[a]!) || isWrite(ops[b]!);
  }

  /** Whether all that was looked up has the same name in both tables: those of what the detectors saw and of what was seen here. */
  isNamedAlike(symbols: Symbols, seen: Symbols): boolean {
    const starts = [...this.starts.values()];
    const alike = (kind: 'threads' | 'locks' | 'variables' | 'locations', ids: Iterable<number>): boolean =>
      sameNames(ids, symbols[kind], seen[kind]);
    return (
      alike('threads', this.threads) &&
      TARGET_TABLES.every((kind, code) => alike(kind, this.targetsOf(code))) &&
      alike('locations', this.locations) &&
      this.sets.all.every(
        (holds) =>
          alike(
            'locks',
            holds.map(({ lock }) => lockOf(lock)),
          ) &&
          alike(
            'locations',
            holds.map(({ location }) => location),
          ),
      ) &&
      alike('threads', [...this.starts.keys(), ...starts.map(([, by]) => by)]) &&
      alike(
        'locations',
        Array.from(starts, ([, , location]) => location),
      )
    );
  }

  private targetsOf(kind: number): Uint32Array {
    const { ops, targets } = this;
    return targets.filter((_, at) => TARGET_KIND_CODES[ops[at]!] === kind);
  }

  isWrite(position: Position): boolean {
    return isWrite(this.ops[this.find(position)]!);
  }

  private find(position: Position): number {
    const { positions } = this;
    if (positions[this.found] === position) return this.found;
    if (positions[this.foundBefore] === position) return this.foundBefore;
    const found = bisect(0, positions.length, (i) => positions[i]! < position);
    this.foundBefore = this.found;
    this.found = found;
    if (positions[found] !== position) throw new RangeError(`position ${position} was not asked for`);
    return found;
  }
}

/** By code of the kind of target. */
const TARGET_TABLES = ['variables', 'locks', 'threads', 'locations'] as const;

function isAcquire(op: number): boolean {
  return op === Op.acquire || op === Op.acquireShared;
}

/** What an event does, as reports have it. */
export function actionOf(op: number): string {
  if (ACCESS_KINDS[op] === NO_ACCESS) return operation(op).name;
  return isWrite(op) ? 'write' : 'read';
}

function sameNames(ids: Iterable<number>, table: SymbolTable, seen: SymbolTable): boolean {
  for (const id of new Set(ids)) if (id >= table.size || table.name(id) !== seen.name(id)) return false;
  return true;
}
