// Names on their way from the tables of one trace to those of another that has fewer of them, each when it is first needed, with all that is known of
// it: callers, places in the code, allocations, memory.

import { CallTree } from './call-tree.ts';
import { NO_LOCATION } from './id.ts';
import type { TargetKind } from './operation.ts';
import { addSite, hashBytes, newSymbols, type Symbols, type SymbolTable } from './symbols.ts';

export class SymbolCopy {
  readonly symbols: Symbols = newSymbols();
  private readonly source: Symbols;
  private readonly calls: CallTree;
  private readonly known: Readonly<Record<TargetKind, (number | undefined)[]>> = {
    variable: [],
    lock: [],
    thread: [],
    location: [NO_LOCATION],
  };

  constructor(source: Symbols) {
    this.source = source;
    this.calls = new CallTree(this.symbols);
  }

  of(kind: TargetKind, id: number): number {
    const known = this.known[kind];
    known[id] ??= this.copied(kind, id);
    return known[id];
  }

  private copied(kind: TargetKind, id: number): number {
    switch (kind) {
      case 'thread':
        return interned(this.source.threads, id, this.symbols.threads);
      case 'lock':
        return interned(this.source.locks, id, this.symbols.locks);
      case 'variable':
        return this.variable(id);
      case 'location':
        return this.location(id);
    }
  }

  private variable(id: number): number {
    const { variables, allocations, extents } = this.source;
    const copy = interned(variables, id, this.symbols.variables);
    const [location, thread, extent] = [allocations.location(id), allocations.thread(id), extents.get(id)];
    if (location !== NO_LOCATION)
      this.symbols.allocations.set(copy, this.of('location', location), thread < 0 ? thread : this.of('thread', thread));
    if (extent !== undefined) this.symbols.extents.set(copy, extent);
    return copy;
  }

  /** Callers first, by a loop: stacks may be deep. */
  private location(id: number): number {
    const { contexts, sites } = this.source;
    const chain = [id];
    const { location: known } = this.known;
    for (let caller = contexts.caller(id); known[caller] === undefined; caller = contexts.caller(caller)) chain.push(caller);
    for (const one of chain.reverse()) {
      const copy = this.calls.under(known[contexts.caller(one)]!, this.place(contexts.place(one)), contexts.way(one));
      for (const site of sites.get(one) ?? []) addSite(this.symbols, copy, site);
      known[one] = copy;
    }
    return known[id]!;
  }

  private place(id: number): number {
    const { locations, places, foreign } = this.source;
    const copy = interned(locations, id, this.symbols.locations);
    const place = places.get(id);
    if (place !== undefined) this.symbols.places.set(copy, place);
    if (foreign.has(id)) this.symbols.foreign.add(copy);
    return copy;
  }
}

/** By bytes, because a name need not be text. */
function interned(from: SymbolTable, id: number, to: SymbolTable): number {
  const bytes = from.bytes(id).slice();
  return to.intern(bytes, 0, bytes.length, hashBytes(bytes, 0, bytes.length));
}
