// A schedule as a trace of its own, and back: what `explain --schedule` writes and `verify` reads. The i-th event of a thread in a
// schedule is the i-th event of that thread in the trace; names say which thread, since two files number them differently.

import { quote } from '../base/quote.ts';
import { BlockBuilder } from '../trace/builder.ts';
import { columnsOf } from '../trace/columns.ts';
import { Op, operation, operations, TARGET_KIND_CODES } from '../trace/operation.ts';
import { type SymbolTable, table } from '../trace/symbols.ts';
import { type Trace, TraceCollector } from '../trace/trace.ts';

/**
 * The events of the trace at the positions of the schedule, in its order. Shares the trace's symbols. `waiting` are acquires that would come next and
 * wait: of a deadlock, they stand at the end as requests.
 */
export function scheduleTrace(trace: Trace, schedule: ArrayLike<number>, waiting: readonly number[] = []): Trace {
  const { ops, threads, targets, locations } = columnsOf(trace);
  const collector = new TraceCollector(trace.symbols);
  const builder = new BlockBuilder(trace.symbols, (block) => collector.block(block));
  for (let step = 0; step < schedule.length; step++) {
    const e = schedule[step]!;
    builder.add(ops[e]! as Op, threads[e]!, targets[e]!, locations[e]!);
  }
  for (const e of waiting) builder.add(Op.request, threads[e]!, targets[e]!, locations[e]!);
  builder.flush();
  return collector.trace();
}

export type Positions =
  /** `waiting`: the acquires whose requests the schedule ends with. */
  | { readonly ok: true; readonly positions: Uint32Array; readonly waiting: readonly number[] }
  | { readonly ok: false; readonly step: number; readonly reason: string };

/** The positions in the trace of the events of a schedule that was read as a trace. */
export function positionsOf(trace: Trace, schedule: Trace): Positions {
  const original = columnsOf(trace);
  const wanted = columnsOf(schedule);
  const ofThread = threadEvents(original.threads, original.length, original.bounds.threads);
  // Names are compared once each: they may be long, and events many.
  const kinds = (['variable', 'lock', 'thread', 'location'] as const).map((kind) =>
    found(table(schedule.symbols, kind), table(trace.symbols, kind)),
  );
  const thread = kinds[THREAD]!;
  const next = new Uint32Array(original.bounds.threads);
  const positions = new Uint32Array(wanted.length);
  const waiting: number[] = [];
  for (let step = 0; step < wanted.length; step++) {
    const t = thread[wanted.threads[step]!]!;
    const name = (): string => quote(schedule.symbols.threads.name(wanted.threads[step]!));
    if (t < 0) return { ok: false, step, reason: `the trace has no thread ${name()}` };
    const e = ofThread[t]![next[t]!++];
    if (e === undefined) return { ok: false, step, reason: `thread ${name()} has no more events in the trace` };
    const op = wanted.ops[step]!;
    const waits = op === Op.request && ACQUIRES.has(original.ops[e]!);
    if (
      (op !== original.ops[e] && !waits) ||
      (!waits && waiting.length > 0) ||
      kinds[TARGET_KIND_CODES[op]!]![wanted.targets[step]!] !== original.targets[e]
    ) {
      const here = quote(text(schedule, op, wanted.targets[step]!));
      const there = quote(text(trace, original.ops[e]!, original.targets[e]!));
      return { ok: false, step, reason: `thread ${name()} does ${here}; in the trace it does ${there} there` };
    }
    if (waits) waiting.push(e);
    positions[step] = e;
  }
  return { ok: true, positions: positions.subarray(0, wanted.length - waiting.length), waiting };
}

const ACQUIRES: ReadonlySet<number> = new Set([Op.acquire, Op.acquireShared]);

const THREAD = TARGET_KIND_CODES[operations.findIndex(({ target }) => target === 'thread')]!;

/** Per name of one table its id in another, or -1. */
function found(names: SymbolTable, among: SymbolTable): Int32Array {
  return Int32Array.from({ length: names.size }, (_, id) => among.findBytes(names.bytes(id)));
}

function text({ symbols }: Trace, op: number, target: number): string {
  const { short, target: kind } = operation(op);
  return `${short}(${table(symbols, kind).name(target)})`;
}

function threadEvents(threads: Uint32Array, length: number, count: number): number[][] {
  const lists: number[][] = Array.from({ length: count }, () => []);
  for (let e = 0; e < length; e++) lists[threads[e]!]!.push(e);
  return lists;
}
