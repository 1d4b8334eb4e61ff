// How a detector thinks, step by step: rows for a person or a program. Sulzmann's tables of clocks, locksets, W(x) and R(x), the shadow
// of one variable as FastTrack keeps it, the locksets of Goldilocks, and the sets of Raptor.

import { jsonText } from '../base/json.ts';
import { columns } from '../base/table.ts';
import { HeldSets } from '../clocks/held-sets.ts';
import { Op, operation } from '../trace/operation.ts';
import { table } from '../trace/symbols.ts';
import { type Event, events, type Trace } from '../trace/trace.ts';
import { type Epoch, epochHistory, type VariableEpochs } from './epoch-history.ts';
import { goldilocksHistory } from './goldilocks-history.ts';
import { raptorSteps } from './raptor/changes.ts';
import { traceClocks } from './trace-clocks.ts';
import { type StampedAccess, wrHistory } from './wr-history.ts';

/** A row: what it says by column, in the order of the columns. Values are text, or lists of it. */
export type Row = Readonly<Record<string, string | number | readonly (string | number)[] | null>>;

/** The vector clock of every event's thread, from before and from after it; entries are by thread, in the order of `threads`. */
export function* clockRows(trace: Trace): Generator<Row> {
  for (const { event, pre, post } of traceClocks(trace)) yield { ...eventCells(trace, event), pre, post };
}

/** The locks that an event's thread holds afterwards. */
export function* locksetRows(trace: Trace): Generator<Row> {
  const name = (lock: number) => trace.symbols.locks.name(lock);
  for (const row of heldLocks(trace))
    yield {
      ...eventCells(trace, row),
      holds: row.held.map(name),
      shared: row.held.filter((lock) => !row.exclusive.includes(lock)).map(name),
    };
}

/** What FastTrack knows of a variable after each access to it; an epoch is thread#time. */
export function* epochRows(trace: Trace, variable: number): Generator<Row> {
  const epoch = ({ thread, time }: Epoch) => `${trace.symbols.threads.name(thread)}#${time}`;
  for (const { event, rule, races, after } of epochHistory(trace, variable))
    yield { ...eventCells(trace, event), rule: rule ?? null, ...epochCells(after, epoch), races };
}

/** Sulzmann's sets of concurrent writes and reads of a variable after each access to it; an access is its clock, as in his tables. */
export function* wrRows(trace: Trace, variable: number, asPrinted: boolean): Generator<Row> {
  const clocks = (set: readonly StampedAccess[]) => set.map(({ clock }) => `[${clock.join(',')}]`);
  for (const { event, clock, races, writes, reads } of wrHistory(trace, variable, asPrinted))
    yield { ...eventCells(trace, event), pre: clock, W: clocks(writes), R: clocks(reads), races };
}

/**
 * What every event changes in the locksets of Goldilocks, a row for each, and one if it changes none; with what its lazy form does.
 * `variables`: only their accesses and locksets, of all if there are none.
 */
export function* goldilocksRows(trace: Trace, variables: readonly number[]): Generator<Row> {
  const isWanted = ({ op, target }: Event) =>
    variables.length === 0 || operation(op).target !== 'variable' || variables.includes(target);
  for (const { event, changed, races, cells, lazy } of goldilocksHistory(trace, isWanted)) {
    if (!isWanted(event)) continue;
    const own = {
      cells: cells.map(([number, from, to]) => `${number}: ${from} → ${to}`),
      'settled by': Object.entries(lazy).map(([name, count]) => (count === 1 ? name : `${name} ${count}`)),
      races,
    };
    for (const [i, one] of (changed.length === 0 ? [undefined] : changed).entries())
      yield {
        ...eventCells(trace, event),
        'lockset of': one === undefined ? null : accessName(trace, one.access),
        lockset: one?.lockset ?? [],
        ...(i === 0 ? own : { cells: [], 'settled by': [], races: [] }),
      };
  }
}

function accessName(trace: Trace, access: Event): string {
  const { index, event } = eventCells(trace, access);
  return `${event} ${index}`;
}

/** What the events up to a position change in Raptor's sets: a row per event and owner. */
export function* cpSetRows(trace: Trace, upTo: number): Generator<Row> {
  for (const { position: index, thread, event, changes } of raptorSteps(trace, upTo))
    for (const { owner, po, hb, cp, ccp, ccpGone } of changes)
      yield { index, thread, event, owner, PO: po, HB: hb, CP: cp, CCP: ccp, 'CCP gone': ccpGone };
}

function epochCells({ write, reads }: VariableEpochs, epoch: (e: Epoch) => string): { write: string | null; reads: string[] } {
  return { write: write === undefined ? null : epoch(write), reads: reads.map(epoch) };
}

function eventCells(
  { symbols }: Trace,
  { position, op, thread, target }: Event,
): { index: number; thread: string; event: string } {
  const { short, target: kind } = operation(op);
  return { index: position, thread: symbols.threads.name(thread), event: `${short}(${table(symbols, kind).name(target)})` };
}

/** Rows as aligned columns under their names; what is unknown or empty is a dash. */
export function rowsText(rows: readonly Row[]): string {
  const head = Object.keys(rows[0] ?? {});
  return columns([head, ...rows.map((row) => head.map((column) => cellText(row[column]!)))]);
}

/** A value of a row; what is unknown or empty is a dash. */
export function cellText(value: Row[string]): string {
  if (value === null) return '–';
  if (typeof value !== 'object') return String(value);
  if (value.length === 0) return '–';
  return typeof value[0] === 'number' ? `[${value.join(',')}]` : `{${value.join(', ')}}`;
}

/** Rows as a JSON array, one a line. */
export function rowsJson(rows: readonly Row[]): string {
  return rows.length === 0 ? '[]\n' : `[\n${rows.map((row) => `  ${jsonText(row)}`).join(',\n')}\n]\n`;
}

interface HeldLocksRow extends Event {
  /** The locks that the event's thread holds after it, in the order in which it took them: what protects its next read. */
  readonly held: readonly number[];
  /** Those of them that it holds exclusively: what protects its next write. */
  readonly exclusive: readonly number[];
}

/** One row per event. @internal */
export function* heldLocks(trace: Trace): Generator<HeldLocksRow> {
  const sets = new HeldSets();
  for (const block of trace.blocks) sets.grow(block);
  const { locksets } = sets;
  for (const event of events(trace)) {
    sets.step(event.op, event.thread, event.target);
    const held = locksets.members(sets.held(event.thread, Op.read));
    yield { ...event, held, exclusive: locksets.members(sets.held(event.thread, Op.write)) };
  }
}
