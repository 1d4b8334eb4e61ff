// What is in a trace, for a person and for a program. Pure functions of the counts.

import { jsonText } from '../base/json.ts';
import { display } from '../base/quote.ts';
import { shortened } from '../base/shortened.ts';
import { aligned } from '../base/table.ts';
import type { MemoryModel } from '../trace/memory-model.ts';
import type { Ranked, TraceStatistics } from '../trace/statistics.ts';
import type { Symbols, SymbolTable } from '../trace/symbols.ts';
import { plain, type Styles } from './text.ts';
import { amount } from './words.ts';

export interface StatisticsReport {
  readonly file: string;
  readonly format: string;
  /** Unpacked. */
  readonly bytes: number;
  readonly memoryModel: MemoryModel;
  readonly statistics: TraceStatistics;
  readonly symbols: Symbols;
}

const BUSIEST = 10;

/** For a program: names instead of ids, keys in a fixed order. */
export function statisticsJson({ file, format, bytes, memoryModel, statistics, symbols }: StatisticsReport): string {
  const { operations, threads, sections, hottestLocks, hottestVariables, ...counts } = statistics;
  const name = (table: SymbolTable, id: number) => (id < 0 ? null : table.name(id));
  const { longest, ...sectionCounts } = sections;
  const report = {
    version: 1,
    file,
    format,
    bytes,
    bytesPerEvent: perEvent(bytes, statistics.events),
    memoryModel,
    ...counts,
    operations: Object.fromEntries(operations.map(({ name: operation, events }) => [operation, events])),
    threads: threads.map(({ thread, events, forkedBy }) => ({
      name: symbols.threads.name(thread),
      events,
      forkedBy: name(symbols.threads, forkedBy),
    })),
    sections: {
      ...sectionCounts,
      longest:
        longest === undefined
          ? null
          : { events: longest.events, lock: symbols.locks.name(longest.lock), thread: symbols.threads.name(longest.thread) },
    },
    hottestLocks: hottestLocks.map(({ id, count }) => ({ name: symbols.locks.name(id), acquires: count })),
    hottestVariables: hottestVariables.map(({ id, count }) => ({ name: symbols.variables.name(id), accesses: count })),
  };
  return `${jsonText(report, 2)}\n`;
}

type Row = readonly [name: string, count: number, remark: string];

/** For a person: a line per kind of thing, and what it consists of under it. Long names are shortened where the width is said. */
export function statisticsText(report: StatisticsReport, { strong, weak }: Styles = plain, width?: number): string {
  const rows = rowsOf(report).map(([name, count, remark]) => [name, String(count), remark] as const);
  const cells = width === undefined ? rows : narrowed(rows, width);
  const lines = aligned(cells, ['left', 'right']).map(([name, count, remark]) => [
    name!.startsWith(' ') ? name! : strong(name!),
    count!,
    ...(remark === '' ? [] : [weak(remark!)]),
  ]);
  return lines.map((line) => `${line.join('  ')}\n`).join('');
}

/** What a remark needs that has no names, and what a name gets at least. */
const [REMARK, LEAST] = [50, 20];

/** Names leave room for a remark; one that has names itself gives way, too. */
function narrowed(rows: readonly (readonly [string, string, string])[], width: number): string[][] {
  const named = rows.map(
    ([name, count, remark]) => [shortened(name, Math.max(LEAST, width - REMARK), 'middle'), count, remark] as const,
  );
  const [nameWidth, countWidth] = [0, 1].map((i) => named.reduce((most, row) => Math.max(most, row[i]!.length), 0));
  const room = width - nameWidth! - countWidth! - 4;
  return named.map(([name, count, remark]) => [name, count, shortened(remark, room, 'middle')]);
}

function rowsOf({ format, bytes, statistics, symbols }: StatisticsReport): Row[] {
  const { events, operations, threads, accesses, sections, hottestLocks, hottestVariables, ...counts } = statistics;
  const busiest = [...threads].sort((a, b) => b.events - a.events).slice(0, BUSIEST);
  return [
    ['events', events, `${format}, ${bytes} bytes, ${perEvent(bytes, events)} per event`],
    ...operations.map(({ name, events: count }): Row => [`  ${name}`, count, share(count, events)]),
    ['threads', threads.length, threads.length > BUSIEST ? `the busiest ${BUSIEST}:` : ''],
    ...busiest.map(({ thread, events: count, forkedBy }): Row => {
      const origin = forkedBy < 0 ? '' : `, forked by ${display(symbols.threads.name(forkedBy))}`;
      return [`  ${display(symbols.threads.name(thread))}`, count, `${share(count, events)} of the events${origin}`];
    }),
    ['locks', counts.locks, `${counts.locksOfOneThread} used by one thread only, ${amount(counts.barriers, 'barrier')}`],
    ...ranked(hottestLocks, symbols.locks, 'acquires'),
    [
      'variables',
      counts.variables,
      `${counts.sharedVariables} shared, ${counts.variablesWrittenByMany} written by several threads`,
    ],
    ...ranked(hottestVariables, symbols.variables, 'accesses'),
    ['locations', counts.locations, `${amount(counts.eventsWithoutLocation, 'event')} without`],
    ['accesses', accesses, `${share(counts.guardedAccesses, accesses)} with a lock held, ${counts.atomics} atomic ones besides`],
    ['critical sections', sections.sections, sectionRemark(sections, symbols)],
    ...sections.byDepth
      .map((count, i): Row => [`  ${i + 1} deep`, count, ''])
      .filter(([, count]) => sections.deepest > 1 && count > 0),
  ];
}

function ranked(list: readonly Ranked[], table: SymbolTable, what: string): Row[] {
  return list.map(({ id, count }): Row => [`  ${display(table.name(id))}`, count, what]);
}

function sectionRemark(sections: TraceStatistics['sections'], symbols: Symbols): string {
  const { empty, readerSections, reentrantAcquires, openAtEnd, longest } = sections;
  const parts = [`${empty} empty`];
  if (readerSections > 0) parts.push(`${readerSections} of readers`);
  if (reentrantAcquires > 0) parts.push(amount(reentrantAcquires, 're-entrant acquire'));
  if (openAtEnd > 0) parts.push(`${openAtEnd} never closed`);
  if (longest !== undefined)
    parts.push(
      `the longest ${amount(longest.events, 'event')}, ${display(symbols.locks.name(longest.lock))} by ${display(symbols.threads.name(longest.thread))}`,
    );
  return parts.join(', ');
}

function share(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${((100 * part) / whole).toFixed(1)} %`;
}

function perEvent(bytes: number, events: number): number {
  return events === 0 ? 0 : Number((bytes / events).toFixed(1));
}
