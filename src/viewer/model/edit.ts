// Changes of a trace that stand for changes of the program: a lock that is held around accesses, a thread that is waited for. The events are added and
// the run goes on as it would: who has to wait comes later. What comes out is well-formed, or it is said why it cannot be.

import { InputError } from '../../base/error.ts';
import { quote } from '../../base/quote.ts';
import { BlockBuilder } from '../../trace/builder.ts';
import { type Columns, columnsOf } from '../../trace/columns.ts';
import { ACCESS_KINDS, NO_ACCESS, Op, operation } from '../../trace/operation.ts';
import { strict } from '../../trace/problems.ts';
import { bounds, type Symbols, table } from '../../trace/symbols.ts';
import { type Trace, TraceCollector } from '../../trace/trace.ts';
import { WellFormed } from '../../trace/well-formed.ts';
import { type Replayed, replayed, type Stuck } from './blocked-replay.ts';
import { isRead } from './seen-write.ts';
import type { ThreadRows } from './thread-rows.ts';
import type { Row, ViewTrace } from './view-trace.ts';

export type Edit =
  /** The thread of both rows holds the lock, which need not be there yet, from before the one to after the other. */
  | { readonly kind: 'hold'; readonly lock: string; readonly from: Row; readonly to: Row }
  /** The thread of the row waits for the end of another before it. */
  | { readonly kind: 'join'; readonly thread: number; readonly before: Row };

export type Edited =
  | {
      readonly ok: true;
      readonly trace: Trace;
      /** Where each row is now. */
      readonly places: Uint32Array;
      /** Events that come later than they did, since their thread has to wait. */
      readonly delayed: number;
      /** Reads that see another write than they saw: what the program would do after them is not known. */
      readonly otherReads: number;
    }
  | { readonly ok: false; readonly why: string /** Threads wait for each other for ever. */; readonly deadlock: boolean };

type Source = Pick<ViewTrace, 'columns' | 'symbols'>;

export function edited(trace: Source, edits: readonly Edit[]): Edited {
  const { symbols } = trace;
  const added = insertions(trace, edits);
  const { events, origins } = withAdded(trace, added);
  const run = replayed(events);
  if (run.stuck.length > 0) return { ok: false, why: stuckWords(events, symbols, run.stuck), deadlock: true };
  const places = new Uint32Array(trace.columns.length);
  run.order.forEach((e, at) => {
    if (origins[e]! >= 0) places[origins[e]!] = at;
  });
  try {
    const made = inOrder(events, symbols, run);
    return {
      ok: true,
      trace: made,
      places,
      delayed: run.delayed,
      otherReads: otherReads(trace.columns, columnsOf(made), places),
    };
  } catch (error) {
    if (error instanceof InputError) return { ok: false, why: error.message, deadlock: false };
    throw error;
  }
}

/** Around accesses: of each, those of its thread before and after it that are at the same place in the code, without anything else between. */
export function holdsAround({ columns }: Source, rows: ThreadRows, accesses: readonly Row[], lock: string): Edit[] {
  const { ops, threads, locations } = columns;
  const wanted = new Set(accesses);
  const places = new Set(accesses.map((row) => locations[row]!));
  const belongs = (row: Row | undefined): row is Row =>
    row !== undefined &&
    ACCESS_KINDS[ops[row]!] !== NO_ACCESS &&
    (wanted.has(row) || (locations[row] !== 0 && places.has(locations[row]!)));
  const edits: Edit[] = [];
  let end = -1;
  for (const row of [...accesses].sort((a, b) => threads[a]! - threads[b]! || a - b)) {
    const thread = threads[row]!;
    const last = edits.at(-1);
    if (last?.kind === 'hold' && threads[last.from] === thread && row <= end) continue;
    let from = row;
    for (let before = rows.last(thread, from - 1); belongs(before); before = rows.last(thread, from - 1)) from = before;
    let to = row;
    for (let after = rows.next(thread, to); belongs(after); after = rows.next(thread, to)) to = after;
    edits.push({ kind: 'hold', lock, from, to });
    end = to;
  }
  return edits;
}

/** All accesses of the same kind of variable at the same places as these: what the same line of code does at any time. */
export function alikeAccesses({ columns }: Source, accesses: readonly Row[]): Row[] {
  const { ops, locations, length } = columns;
  const places = new Set(accesses.map((row) => locations[row]!));
  places.delete(0);
  const found = new Set(accesses);
  for (let row = 0; row < length; row++) if (places.has(locations[row]!) && ACCESS_KINDS[ops[row]!] !== NO_ACCESS) found.add(row);
  return [...found];
}

interface Added {
  readonly op: Op;
  readonly target: number;
}

/** What is added before and after each row. */
interface Insertions {
  readonly before: ReadonlyMap<Row, readonly Added[]>;
  readonly after: ReadonlyMap<Row, readonly Added[]>;
}

function insertions({ symbols }: Source, edits: readonly Edit[]): Insertions {
  const before = new Map<Row, Added[]>();
  const after = new Map<Row, Added[]>();
  for (const edit of edits) {
    if (edit.kind === 'join') push(before, edit.before, { op: Op.join, target: edit.thread });
    else {
      const target = symbols.locks.internName(edit.lock);
      push(before, edit.from, { op: Op.acquire, target });
      // The last that was taken is the first that is given up.
      after.set(edit.to, [{ op: Op.release, target }, ...(after.get(edit.to) ?? [])]);
    }
  }
  return { before, after };
}

function push(into: Map<Row, Added[]>, row: Row, added: Added): void {
  into.set(row, [...(into.get(row) ?? []), added]);
}

/** The events with those that were added beside them, which have no row of their own. */
function withAdded({ columns, symbols }: Source, { before, after }: Insertions) {
  const count = [...before.values(), ...after.values()].reduce((sum, list) => sum + list.length, columns.length);
  const all = {
    length: count,
    ops: new Uint8Array(count),
    threads: new Uint32Array(count),
    targets: new Uint32Array(count),
    locations: new Uint32Array(count),
    bounds: bounds(symbols),
    memoryModel: columns.memoryModel,
  };
  const origins = new Int32Array(count).fill(-1);
  let at = 0;
  const put = (op: number, row: Row, target: number): void => {
    all.ops[at] = op;
    all.threads[at] = columns.threads[row]!;
    all.targets[at] = target;
    all.locations[at++] = columns.locations[row]!;
  };
  for (let row = 0; row < columns.length; row++) {
    for (const { op, target } of before.get(row) ?? []) put(op, row, target);
    origins[at] = row;
    put(columns.ops[row]!, row, columns.targets[row]!);
    for (const { op, target } of after.get(row) ?? []) put(op, row, target);
  }
  return { events: all, origins };
}

/** As a trace; throws if it is not well-formed. */
function inOrder(events: ReturnType<typeof withAdded>['events'], symbols: Symbols, { order }: Replayed): Trace {
  const collector = new TraceCollector(symbols);
  const check = new WellFormed(symbols, strict, () => ({}));
  const builder = new BlockBuilder(symbols, (block) => check.check(block, (checked) => collector.block(checked)));
  builder.block.memoryModel = events.memoryModel;
  for (const e of order) builder.add(events.ops[e] as Op, events.threads[e]!, events.targets[e]!, events.locations[e]!);
  builder.flush();
  check.end();
  return collector.trace();
}

function otherReads(before: Columns, now: Columns, places: Uint32Array): number {
  const sources = seenWrites(before);
  const seen = seenWrites(now);
  let others = 0;
  for (let row = 0; row < before.length; row++) {
    if (!isRead(before.ops[row]!)) continue;
    const expected = sources[row]! === 0 ? 0 : places[sources[row]! - 1]! + 1;
    if (seen[places[row]!] !== expected) others++;
  }
  return others;
}

/** Per read: the write that it sees plus one. */
function seenWrites({ length, ops, targets, bounds }: Columns): Uint32Array {
  const last = new Uint32Array(bounds.variables);
  const seen = new Uint32Array(length);
  for (let row = 0; row < length; row++) {
    const op = ops[row]!;
    if (op === Op.alloc) last[targets[row]!] = 0;
    else if (ACCESS_KINDS[op] !== NO_ACCESS) {
      if (isRead(op)) seen[row] = last[targets[row]!]!;
      else last[targets[row]!] = row + 1;
    }
  }
  return seen;
}

function stuckWords({ ops, targets }: Columns, symbols: Symbols, stuck: readonly Stuck[]): string {
  const name = (thread: number): string => quote(symbols.threads.name(thread));
  const waits = stuck.map(({ thread, at, holder }) => {
    const { name: op, target } = operation(ops[at]!);
    const what = quote(table(symbols, target).name(targets[at]!));
    return `${name(thread)} waits (${op} of ${what})${holder === undefined ? '' : ` for ${name(holder)}`}`;
  });
  const told = waits.slice(0, 4).join(', ');
  return `the program would not go on: ${told}${waits.length > 4 ? ` and ${waits.length - 4} more` : ''}`;
}
