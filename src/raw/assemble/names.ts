// Names for everything in the trace, each asked for once. Two things of one name are told apart by a number, but for variables whose
// memory was freed: the next one of the name takes the place, which the trace says with an `alloc`.

import { enlarged } from '../../base/grown.ts';
import { NO_LOCATION } from '../../trace/id.ts';
import { newSymbols, type SymbolTable } from '../../trace/symbols.ts';
import type { Block, Naming } from '../naming.ts';
import type { LogCalls } from './log-calls.ts';
import type { ThreadScan } from './scan.ts';
import { SiteLocations } from './site-locations.ts';
import { type BlockSink, Visits } from './visits.ts';

export class Names {
  readonly symbols = newSymbols();
  /** Whether the last `variable` took the place of one whose memory was freed. */
  reused = false;
  private readonly naming: Naming;
  private readonly locations: SiteLocations;
  private readonly threads = new Map<number, number>();
  private readonly variables = new Instances(this.symbols.variables);
  private readonly locks = new Instances(this.symbols.locks);
  /** The one that was asked about last, with its callers: a block has many variables. */
  private lastBlock: Block | undefined;
  /** By location. */
  private readonly sleepers = new Map<number, boolean | undefined>();
  /** Per variable: when its memory was freed. */
  private ends = new Float64Array(64);

  /** `threads` of the logs that the sites are of. */
  constructor(naming: Naming, threads: readonly Pick<ThreadScan, 'calls'>[] = []) {
    this.naming = naming;
    this.locations = new SiteLocations(
      this.symbols,
      naming,
      threads.map(({ calls }) => calls),
    );
  }

  /** The location of a site of a log. */
  location(site: number, log: number): number {
    return this.locations.of(site, log);
  }

  /** Whether a site of a log that takes a lock sleeps for it; undefined if that is not known. */
  sleeps(site: number, log: number): boolean | undefined {
    const { locations, sleepers } = this;
    const location = locations.of(site, log);
    if (!sleepers.has(location))
      sleepers.set(location, this.naming.sleeps?.(locations.address(site, log), locations.callers(site, log)));
    return sleepers.get(location);
  }

  /** A log has come to the definition of its next place. */
  defines(log: number): void {
    this.locations.defines(log);
  }

  /** Where a block was allocated, if its callers are known: else its name says it. */
  allocation({ place, thread }: Block): number {
    const location = place === undefined ? NO_LOCATION : this.location(place, thread);
    return this.symbols.contexts.caller(location) === NO_LOCATION ? NO_LOCATION : location;
  }

  /** Which memory a variable is, where that can be told. */
  extent(variable: number, address: number, bytes: number, block: Block | undefined): void {
    if (this.naming.hasAddresses !== true) return;
    const within = block && { block: { bytes: block.bytes, offset: address - block.address } };
    this.symbols.extents.set(variable, { address, bytes, ...within });
  }

  /** A library was unloaded: what is at its addresses from now on is something else. */
  unloaded(): void {
    this.naming.unloaded?.();
    this.locations.forget();
  }

  /** A thread by its number in the recording. */
  thread(number: number): number {
    let id = this.threads.get(number);
    if (id === undefined) {
      const { threads } = this.symbols;
      const name = this.naming.thread(number);
      // Names of threads come from the program and may repeat; their numbers do not.
      id = threads.internName(threads.find(name) < 0 ? name : `${name} (thread ${number})`);
      while (id < this.threads.size) id = threads.internName(`${threads.name(id)}'`);
      this.threads.set(number, id);
    }
    return id;
  }

  /** A lock or a barrier: a new one for every call. */
  lock(address: number, block: Block | undefined): number {
    return this.locks.another(this.naming.lock(address, this.withCallers(block)));
  }

  /** The name of an atomic block that begins at a location. */
  block(address: number, location: number): number {
    const name = this.naming.region?.(address);
    return name === undefined || name === '' ? this.symbols.contexts.place(location) : this.symbols.locations.internName(name);
  }

  /** Visits of functions by their names, in logs with these calls. */
  visits(functions: readonly string[], calls: readonly (LogCalls | undefined)[], sink: BlockSink): Visits {
    return new Visits(functions, calls, this.naming, sink);
  }

  /** A variable that is no memory and only carries order: a new one for every call. */
  carrier(address: number, block: Block | undefined): number {
    return this.held(this.variables.another(this.naming.lock(address, this.withCallers(block))), Number.POSITIVE_INFINITY);
  }

  /** A variable for a cell that is in use from `now` up to `end`; `range` tells variables of one cell apart. */
  variable(address: number, bytes: number, block: Block | undefined, range: string, now: number, end: number): number {
    const { variables } = this;
    // The place that made the block is part of its name: a finding is known again by what stands there.
    if (block !== undefined) this.location(block.site, block.thread);
    const name = this.naming.variable(address, bytes, this.withCallers(block)) + range;
    this.reused = false;
    const first = variables.first(name);
    if (variables.isNew) return this.held(first, end);
    const freed = variables.candidate(first);
    if (freed >= 0 && this.ends[freed]! <= now) {
      this.reused = true;
      return this.held(freed, end);
    }
    return this.held(variables.numbered(first, name), end);
  }

  private withCallers(block: Block | undefined): Block | undefined {
    if (block?.place === undefined) return block;
    if (this.lastBlock?.number !== block.number)
      this.lastBlock = { ...block, callers: this.locations.callers(block.place, block.thread) };
    return this.lastBlock;
  }

  /** The variable carries order, which an `alloc` would not take from it: nobody else may have it. */
  keep(variable: number): void {
    this.ends[variable] = Number.POSITIVE_INFINITY;
  }

  private held(variable: number, end: number): number {
    if (variable >= this.ends.length) this.ends = enlarged(this.ends, variable + 1);
    this.ends[variable] = end;
    return variable;
  }
}

/** All that have the same name, told apart by a number: `name`, `name (2)`, … */
class Instances {
  isNew = false;
  private readonly table: SymbolTable;
  /** Per id of a plain name: how many have it, and the next to be considered for use again. */
  private counts = new Uint32Array(64);
  private turns = new Int32Array(64);
  /** The next one of the same name; the last leads back to the first. */
  private following = new Int32Array(64);

  constructor(table: SymbolTable) {
    this.table = table;
  }

  /** A new one of the name. */
  another(name: string): number {
    const first = this.first(name);
    return this.isNew ? first : this.numbered(first, name);
  }

  /** The one that has the name without a number; `isNew` tells whether it was made just now. */
  first(name: string): number {
    const { table } = this;
    const before = table.size;
    const id = table.internName(name);
    this.isNew = table.size > before;
    if (this.isNew) {
      this.reserve(table.size);
      this.ring(id, id);
    }
    return id;
  }

  /** One that has the name, another one with each call, or -1 if there is none. */
  candidate(first: number): number {
    if (this.counts[first] === 0) return -1;
    const turn = this.turns[first]!;
    this.turns[first] = this.following[turn]!;
    return turn;
  }

  /** Another one of a name that was there before. */
  numbered(first: number, name: string): number {
    const { table } = this;
    const before = table.size;
    if (this.counts[first] === 0) {
      // A numbered one of another name has this very name.
      this.counts[first] = 1;
      this.turns[first] = first;
    }
    let id: number;
    do {
      this.counts[first]!++;
      id = table.internName(`${name} (${this.counts[first]})`);
    } while (table.size === before);
    this.reserve(table.size);
    return this.ring(first, id);
  }

  private ring(first: number, id: number): number {
    if (first === id) {
      this.counts[first] = 1;
      this.turns[first] = first;
      this.following[first] = first;
    } else {
      this.following[id] = this.following[first]!;
      this.following[first] = id;
    }
    return id;
  }

  private reserve(size: number): void {
    if (size <= this.counts.length) return;
    this.counts = enlarged(this.counts, size);
    this.turns = enlarged(this.turns, size);
    this.following = enlarged(this.following, size);
  }
}
