// Traces that are little but sections inside sections on few locks, in which every second trace has a lock order inversion, with what makes a
// difference to deadlocks: gate locks, forks and joins, reads that saw other threads' writes, readers, re-entrant locks, waits, sections
// that overlap or stay open; and requests and tries before some of the acquires.

import fc from 'fast-check';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { Op, operation } from '../../src/trace/operation.ts';
import { type SymbolTable, table } from '../../src/trace/symbols.ts';
import { events, type Trace } from '../../src/trace/trace.ts';
import { forkOrJoin, handOver, meet, read, section, write } from './program/pattern.ts';
import type { Block, Code } from './program/program.ts';
import { bySwitches, schedule } from './program/schedule.ts';
import { printable } from './trace.ts';

export interface Nested {
  readonly threads: number;
  readonly locks: number;
  readonly items: number;
  /** Only exclusive locks that are well nested and given back, forks, joins and accesses. */
  readonly basic: boolean;
}

const VARIABLES = 2;

export function nestedArbitrary(wanted: Partial<Nested> = {}): fc.Arbitrary<Trace> {
  const shape = { threads: 3, locks: 3, items: 4, basic: false, ...wanted };
  const next = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(shape.threads - 1) });
  return fc
    .record({
      blocks: fc.array(itemArbitrary(shape), { minLength: 2, maxLength: shape.items, size: 'max' }).map((items) => items.flat()),
      switches: fc.array(next, { maxLength: 8 * shape.items, size: 'max' }),
      events: shape.basic ? fc.constant(null) : fc.option(fc.integer({ min: 8, max: 30 }), { freq: 2 }),
    })
    .map(({ blocks, switches, events: cut }) => {
      const { threads, locks } = shape;
      const ends = cut === null ? {} : { events: cut, cut: true };
      return printable(schedule({ threads, locks, blocks, guarded: 0 }, bySwitches(switches), ends));
    });
}

/** The same with a request or a try before some of the acquires; in half of them all that a thread does with a lock is at one place. */
export function askedArbitrary(wanted: Partial<Nested> = {}): fc.Arbitrary<Trace> {
  const kinds = fc.infiniteStream(fc.constantFrom(undefined, undefined, undefined, Op.request, Op.try));
  return fc
    .tuple(nestedArbitrary(wanted), kinds, fc.boolean())
    .map(([trace, choices, coarse]) => printable(rewritten(trace, choices, coarse)));
}

/** The same at few places, so that many acquires are folded together. */
export function coarseArbitrary(wanted: Partial<Nested> = {}): fc.Arbitrary<Trace> {
  const none = fc.constant<Iterator<undefined>>({ next: () => ({ done: false, value: undefined }) });
  return fc.tuple(nestedArbitrary(wanted), none).map(([trace, choices]) => printable(rewritten(trace, choices, true)));
}

function itemArbitrary({ threads, locks, basic }: Nested): fc.Arbitrary<Block[]> {
  const thread = fc.nat(threads - 1);
  const lock = fc.nat(locks - 1);
  const variable = fc.nat(VARIABLES - 1);
  const item = (weight: number, arbitrary: fc.Arbitrary<Block[]>) => ({ weight, arbitrary });
  const order = fc.shuffledSubarray(
    Array.from({ length: locks }, (_, l) => l),
    { minLength: 2, maxLength: 3 },
  );
  const shared = basic
    ? fc.constant(false)
    : fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.boolean() });
  const accesses = fc.array(fc.oneof(variable.map(read), variable.map(write)), { maxLength: 1 });
  const level = fc.record({ shared, before: accesses, after: accesses });
  const nest = fc
    .record({ thread, order, levels: fc.tuple(level, level, level) })
    .map(({ thread, order, levels }) => [{ thread, code: nesting(order, levels) }]);
  const items = [
    item(10, nest),
    item(
      1,
      fc.tuple(fc.constantFrom<'fork' | 'join'>('fork', 'join'), thread, thread, variable).map((args) => forkOrJoin(...args)),
    ),
    item(
      1,
      fc.tuple(thread, thread, lock, variable).map(([a, b, l, x]) => handOver([a, b], [l], x, [x], read(x))),
    ),
    item(
      1,
      fc.tuple(thread, order).map(([thread, [a, b]]) => [{ thread, code: section(a!, [section(b!, [section(a!, [])])]) }]),
    ),
  ];
  if (!basic)
    items.push(
      item(
        1,
        fc.tuple(thread, thread, order, fc.boolean()).map(([a, b, locks, outside]) => waiting(a, b, locks, outside)),
      ),
      item(
        1,
        fc
          .tuple(thread, order)
          .map(([thread, [a, b]]) => [{ thread, code: { kind: 'overlap', first: a!, second: b!, body: [] } }]),
      ),
      item(
        1,
        fc.tuple(thread, thread, variable).map(([a, b, x]) => meet([a, b], 0, x)),
      ),
    );
  return fc.oneof(...items);
}

interface Level {
  readonly shared: boolean;
  readonly before: readonly Code[];
  readonly after: readonly Code[];
}

function nesting([lock, ...rest]: readonly number[], [level, ...levels]: readonly Level[]): Code {
  const { shared, before, after } = level!;
  return section(lock!, [...before, ...(rest.length === 0 ? [] : [nesting(rest, levels)]), ...after], shared);
}

/** One waits with a lock more than it gives up; the other notifies it, and takes that lock, too, or not. */
function waiting(waiter: number, notifier: number, [outer, inner]: readonly number[], both: boolean): Block[] {
  const notify = section(inner!, [{ kind: 'notify', lock: inner! }]);
  return [
    { thread: waiter, code: section(outer!, [section(inner!, [{ kind: 'wait', lock: inner! }])]) },
    { thread: notifier, code: both ? section(inner!, [{ kind: 'notify', lock: inner! }, section(outer!, [])]) : notify },
  ];
}

function rewritten(trace: Trace, choices: Iterator<Op | undefined>, coarse: boolean): Trace {
  const { symbols } = trace;
  const builder = new TraceBuilder();
  const sleeping = new Set<number>();
  for (const { op, thread, target, location } of events(trace)) {
    const name = (table(symbols, operation(op).target) as SymbolTable).name(target);
    const isAcquire = op === Op.acquire || op === Op.acquireShared;
    // Nothing comes between a wait and the acquire that ends it.
    const before = isAcquire && !sleeping.has(thread) ? choices.next().value : undefined;
    if (isAcquire) sleeping.delete(thread);
    if (op === Op.wait) sleeping.add(thread);
    const own = symbols.threads.name(thread);
    const place = coarse ? `${own} ${name}` : symbols.locations.name(location);
    if (before !== undefined) builder.add(own, before, name, place);
    builder.add(own, op as Op, name, place);
  }
  return builder.trace();
}
