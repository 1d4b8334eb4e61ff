// The same trace with threads, locks and variables numbered in another order and the events cut into other blocks: nothing
// that a detector says may change.

import fc from 'fast-check';
import { BlockBuilder } from '../../src/trace/builder.ts';
import { Op, operation } from '../../src/trace/operation.ts';
import { newSymbols, type SymbolTable } from '../../src/trace/symbols.ts';
import { events, type Trace, TraceCollector } from '../../src/trace/trace.ts';
import { likewise } from './model.ts';

/** Interns the names of a table in the order of the keys, and gives the new id of each old one. */
function renumber(from: SymbolTable, to: SymbolTable, keys: readonly number[]): number[] {
  const order = from.names().map((_, id) => id);
  order.sort((a, b) => keys[a % keys.length]! - keys[b % keys.length]! || a - b);
  const ids: number[] = [];
  for (const id of order) ids[id] = to.internName(from.name(id));
  return ids;
}

function renumbered(trace: Trace, keys: readonly number[], blockSize: number): Trace {
  const symbols = newSymbols();
  const ids = {
    thread: renumber(trace.symbols.threads, symbols.threads, keys),
    lock: renumber(trace.symbols.locks, symbols.locks, keys),
    variable: renumber(trace.symbols.variables, symbols.variables, keys),
    location: renumber(trace.symbols.locations, symbols.locations, keys),
  };
  const collector = new TraceCollector(symbols);
  const builder = new BlockBuilder(symbols, (block) => collector.block(block), blockSize);
  for (const { op, thread, target, location } of events(trace))
    builder.add(op as Op, ids.thread[thread]!, ids[operation(op).target][target]!, ids.location[location]!);
  builder.flush();
  return likewise(trace, collector.trace());
}

/** A trace and the same trace in other numbers. */
export function renumberedArbitrary(traces: fc.Arbitrary<Trace>): fc.Arbitrary<readonly [Trace, Trace]> {
  return fc
    .tuple(traces, fc.array(fc.nat(100), { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 50 }))
    .map(([trace, keys, blockSize]) => [trace, renumbered(trace, keys, blockSize)] as const);
}

/** The same trace in blocks of this size. */
export function recut(trace: Trace, blockSize: number): Trace {
  const collector = new TraceCollector(trace.symbols);
  const builder = new BlockBuilder(trace.symbols, (block) => collector.block(block), blockSize);
  for (const { op, thread, target, location } of events(trace)) builder.add(op as Op, thread, target, location);
  builder.flush();
  return likewise(trace, collector.trace());
}

/** The first events of a trace. */
export function prefix(trace: Trace, length: number): Trace {
  const collector = new TraceCollector(trace.symbols);
  const builder = new BlockBuilder(trace.symbols, (block) => collector.block(block));
  for (const { position, op, thread, target, location } of events(trace))
    if (position < length) builder.add(op as Op, thread, target, location);
  builder.flush();
  return likewise(trace, collector.trace());
}

/** The same trace after `count` reads of a thread and a variable that it knows nothing of. */
export function afterOthers(count: number, trace: Trace): Trace {
  const symbols = newSymbols();
  for (const table of ['threads', 'locks', 'variables', 'locations'] as const)
    for (const name of trace.symbols[table].names()) symbols[table].internName(name);
  const collector = new TraceCollector(symbols);
  const builder = new BlockBuilder(symbols, (block) => collector.block(block), 8);
  const other = [symbols.threads, symbols.variables, symbols.locations].map((table) => table.internName('other'));
  for (let i = 0; i < count; i++) builder.add(Op.read, other[0]!, other[1]!, other[2]!);
  for (const { op, thread, target, location } of events(trace)) builder.add(op as Op, thread, target, location);
  builder.flush();
  return likewise(trace, collector.trace());
}

/** The same trace, its threads numbered after `idle` threads that do nothing. */
export function behindIdleThreads(idle: number, trace: Trace): Trace {
  const symbols = newSymbols();
  for (let i = 0; i < idle; i++) symbols.threads.internName(`idle ${i}`);
  const collector = new TraceCollector(symbols);
  for (const table of ['threads', 'locks', 'variables', 'locations'] as const)
    for (const name of trace.symbols[table].names()) symbols[table].internName(name);
  const builder = new BlockBuilder(symbols, (block) => collector.block(block), 8);
  for (const { op, thread, target, location } of events(trace))
    builder.add(op as Op, thread + idle, operation(op).target === 'thread' ? target + idle : target, location);
  builder.flush();
  return likewise(trace, collector.trace());
}
