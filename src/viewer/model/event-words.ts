// An event in words. Names come from recordings and are shown as they are: whoever makes HTML of them escapes them.

import { display } from '../../base/quote.ts';
import { toldName } from '../../findings/told.ts';
import { operation } from '../../trace/operation.ts';
import { table } from '../../trace/symbols.ts';
import { positionOf, type Row, type ViewTrace } from './view-trace.ts';

type Named = Pick<ViewTrace, 'columns' | 'symbols'>;

/** In the papers' notation: `acq(m)`. */
export function eventText({ columns, symbols }: Named, row: Row): string {
  const { short, target } = operation(columns.ops[row]!);
  return `${short}(${display(table(symbols, target).name(columns.targets[row]!))})`;
}

export function threadName({ symbols }: Named, thread: number): string {
  return display(symbols.threads.name(thread));
}

export function lockName({ symbols }: Named, lock: number): string {
  return display(symbols.locks.name(lock));
}

/** Where in the program it is, or empty. */
export function placeName({ columns, symbols }: Named, row: Row): string {
  return display(toldName(symbols, columns.locations[row]!));
}

/** `write of x by T1 (event 7)`. */
export function eventWords(trace: ViewTrace, row: Row): string {
  const { columns, symbols } = trace;
  const { name, target } = operation(columns.ops[row]!);
  const what = display(table(symbols, target).name(columns.targets[row]!));
  return `${name} of ${what} by ${threadName(trace, columns.threads[row]!)} (event ${positionOf(trace, row)})`;
}
