// Prints events as the papers do: a head of threads, a row per event in the column of its thread, numbered from 1. Streams: the
// columns fit the events of the first block, and a new head comes when a thread or a number needs more room.

import type { EventBlock } from '../trace/block.ts';
import { Op, operation } from '../trace/operation.ts';
import { type Symbols, table } from '../trace/symbols.ts';

/** A longer cell runs over into the next columns: where it starts tells its thread. */
const WIDEST = 40;
const NARROWEST = 8;
const GAP = 2;

export interface TableOptions {
  readonly symbols: Symbols;
  readonly write: (text: string) => void;
  /** How a name is shown: for people `display`, which escapes; as it is if absent. */
  readonly show?: ((name: string) => string) | undefined;
  /** The number of the first row: 1 as in the papers if absent, 0 to number rows by position. */
  readonly first?: number | undefined;
  /** Whether locations stand in a column of their own at the right: easier to read, longer to write. */
  readonly aligned?: boolean | undefined;
  /** Told how many characters wide the columns are before a head is printed; may refuse by throwing. */
  readonly onHead?: ((width: number) => void) | undefined;
  /** The threads that get a column; all that are known if absent. */
  readonly hasColumn?: ((thread: number) => boolean) | undefined;
}

export class TableWriter {
  private readonly options: TableOptions;
  private readonly show: (name: string) => string;
  private readonly first: number;
  /** Thread → characters before its column. */
  private readonly starts: (number | undefined)[] = [];
  /** Threads that were known when the head was printed. */
  private known = 0;
  private numberWidth = 0;
  /** Of all columns together. */
  width = 0;

  constructor(options: TableOptions) {
    this.options = options;
    this.show = options.show ?? ((name) => name);
    this.first = options.first ?? 1;
  }

  /** Rows for a block, with a head first if it needs one. A part of a trace comes as a block with `positions`. */
  block(block: EventBlock, mark?: (position: number) => string): void {
    const { length, start, ops, threads, targets, locations, positions } = block;
    this.fit(block);
    for (let i = 0; i < length; i++) {
      const position = positions?.[i] ?? start + i;
      this.row(position, ops[i]!, threads[i]!, targets[i]!, locations[i]!, mark?.(position));
    }
  }

  /** Prints a head if the events need one: it names all threads that are known by now, in columns that fit the events. */
  fit(block: EventBlock): void {
    const width = numberWidth(block, this.first);
    if (block.length > 0 && (this.known < this.options.symbols.threads.size || width > this.numberWidth)) this.head(block, width);
  }

  private head({ length, ops, threads, targets }: EventBlock, width: number): void {
    const { symbols, write, hasColumn, onHead } = this.options;
    const widths = new Map<number, number>();
    for (let i = 0; i < length; i++) {
      const cell = Math.min(WIDEST, characters(this.cell(ops[i]!, targets[i]!)));
      widths.set(threads[i]!, Math.max(widths.get(threads[i]!) ?? NARROWEST, cell));
    }
    this.known = symbols.threads.size;
    this.numberWidth = width;
    let at = width + GAP;
    let line = '';
    let printed = 0;
    for (let thread = 0; thread < this.known; thread++) {
      if (hasColumn?.(thread) === false) continue;
      const name = this.show(symbols.threads.name(thread));
      const length = characters(name);
      line += ' '.repeat(at - printed) + name;
      printed = at + length;
      this.starts[thread] = at;
      at += Math.max(widths.get(thread) ?? NARROWEST, length) + GAP;
    }
    this.width = at;
    onHead?.(at);
    write(`${line}\n`);
  }

  /** One row under the head as it is. The mark, `>` or `*`, stands before the number. */
  row(position: number, op: number, thread: number, target: number, location: number, mark = ''): void {
    const number = mark + (position + this.first);
    const label = number.padStart(this.numberWidth);
    const cell = ' '.repeat(Math.max(GAP, this.starts[thread]! - label.length)) + this.cell(op, target);
    this.options.write(`${label}${cell}${location === 0 ? '' : this.place(location, label.length + characters(cell))}\n`);
  }

  private place(location: number, printed: number): string {
    const gap = this.options.aligned === true ? Math.max(GAP, this.width - printed) : GAP;
    return `${' '.repeat(gap)}@ ${this.show(this.options.symbols.locations.name(location))}`;
  }

  private cell(op: number, target: number): string {
    const { short, target: kind } = operation(op);
    if (target === 0 && (op === Op.begin || op === Op.end)) return short;
    return `${short}(${this.show(table(this.options.symbols, kind).name(target))})`;
  }
}

/** Room for the largest number and a mark. */
function numberWidth({ length, start, positions }: EventBlock, first: number): number {
  return String((positions?.[length - 1] ?? start + length - 1) + first).length + 1;
}

/** Code points, without a string or an array for each. */
function characters(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) count--;
  return count;
}
