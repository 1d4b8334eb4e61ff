// The reader of tables. A row belongs to the thread in whose column its event starts: the nearest column of the head above it,
// by characters, or the one with the same number of tabs before it if the head is separated by tabs.

import { bisect } from '../base/bisect.ts';
import { TARGET_KIND_CODES } from '../trace/operation.ts';
import type { SymbolTable } from '../trace/symbols.ts';
import { asciiWord, indexIn, isBlank, OPEN, SPACE, skipBlanks, TAB } from './ascii.ts';
import type { ReaderOptions } from './format.ts';
import { PAPER_WORDS } from './notation.ts';
import { type Cell, Closings, cellAt, labelEnd, locationAfter, wordEnd } from './table-syntax.ts';
import { LineReader } from './text-lines.ts';

interface Column {
  /** The name, in the line of the head. */
  readonly start: number;
  end: number;
  /** Characters before it. */
  readonly at: number;
  /** Tabs before it. */
  readonly tabs: number;
  /** -1 until an event stands in the column: heads also have columns for other things. */
  thread: number;
}

const EXPECTED = 'a head of threads, or a row with one event below its thread, as in "3  w(x)"';

export class TableReader extends LineReader {
  private readonly tables: readonly SymbolTable[];
  private columns: readonly Column[] = [];
  /** The line that the columns come from. */
  private headLine: Uint8Array = new Uint8Array(0);
  private tabbed = false;
  private besides = 0;

  constructor(options: ReaderOptions) {
    super(options);
    const { variables, locks, threads, locations } = this.symbols;
    this.tables = [variables, locks, threads, locations];
  }

  notes(): readonly string[] {
    return this.besides === 0 ? [] : [`passed over what stands beside the event in ${this.besides} rows`];
  }

  protected override line(bytes: Uint8Array, start: number, end: number): void {
    const first = skipBlanks(bytes, start, end);
    const labelStop = labelEnd(bytes, first, end);
    const event = skipBlanks(bytes, labelStop, end);
    const cell = cellAt(bytes, event, end);
    if (cell !== undefined && cell !== 'broken') this.row(bytes, start, end, cell, labelStop > first);
    // A number alone may be the name of a thread, but not with a dot or a colon.
    else if (cell === 'broken' || hasPoint(bytes, first, labelStop) || eventsIn(bytes, event, end))
      this.badLine(bytes, start, end, EXPECTED);
    else this.head(bytes, start, end);
  }

  private head(bytes: Uint8Array, start: number, end: number): void {
    const words: Column[] = [];
    const cells: Column[] = [];
    let tabs = 0;
    let at = 0;
    let clean = true;
    for (let i = start; i < end; ) {
      if (isBlank(bytes[i])) {
        if (bytes[i] === TAB) tabs++;
        at = after(bytes[i]!, at);
        i++;
        continue;
      }
      const stop = wordEnd(bytes, i, end);
      const column = { start: i - start, end: stop - start, at, tabs, thread: -1 };
      words.push(column);
      const last = cells.at(-1);
      // In a head with tabs a name may contain single blanks.
      if (last?.tabs !== tabs) cells.push({ ...column });
      else if (bytes[i - 2] === SPACE) clean = false;
      else last.end = column.end;
      for (; i < stop; i++) at = after(bytes[i]!, at);
    }
    this.tabbed = tabs > 0 && clean;
    this.columns = this.tabbed ? cells : words;
    this.headLine = bytes.slice(start, end);
  }

  private row(bytes: Uint8Array, start: number, end: number, { notation, ...cell }: Cell, labelled: boolean): void {
    const location = locationAfter(bytes, cell.end, end);
    const rest = skipBlanks(bytes, cell.end, end);
    const column = this.columnAt(bytes, start, cell.start, labelled);
    if (notation === 'word') {
      const word = asciiWord(bytes, cell.start, indexIn(bytes, OPEN, cell.start, cell.end));
      this.unknownOperation(word, PAPER_WORDS);
      return;
    }
    if (column === undefined || (location === undefined && eventsIn(bytes, rest, end))) {
      this.badLine(bytes, start, end, column === undefined ? 'a head of threads before the first row' : 'one event per row');
      return;
    }
    if (location === undefined) this.besides++;
    if (column.thread < 0) column.thread = this.intern(this.symbols.threads, this.headLine, column.start, column.end);
    const names = this.tables[TARGET_KIND_CODES[notation.op]!]!;
    const target = this.intern(names, bytes, notation.start, notation.end);
    this.add(notation.op, column.thread, target, this.intern(this.symbols.locations, bytes, location ?? end, end));
  }

  private columnAt(bytes: Uint8Array, start: number, event: number, labelled: boolean): Column | undefined {
    let at = 0;
    let tabs = 0;
    for (let i = start; i < event; i++) {
      if (bytes[i] === TAB) tabs++;
      at = after(bytes[i]!, at);
    }
    if (this.tabbed) {
      // Numbered rows under a head that leaves no room for the numbers.
      const shift = labelled && this.columns[0]!.tabs === 0 ? 1 : 0;
      const column = nearest(this.columns, 'tabs', tabs - shift);
      if (column?.tabs === tabs - shift) return column;
    }
    return nearest(this.columns, 'at', at);
  }
}

/** Columns are in order. */
function nearest(columns: readonly Column[], by: 'at' | 'tabs', wanted: number): Column | undefined {
  const distance = (column: number): number => Math.abs(columns[column]![by] - wanted);
  return columns[bisect(0, columns.length - 1, (column) => distance(column + 1) < distance(column))];
}

/** The number of characters after this byte of UTF-8; tabs go to the next multiple of eight. */
function after(byte: number, at: number): number {
  if (byte === TAB) return (at | 7) + 1;
  return (byte & 0xc0) === 0x80 ? at : at + 1;
}

/** Whether some word from here on is an event. */
function eventsIn(bytes: Uint8Array, start: number, end: number): boolean {
  const closings = new Closings(bytes, end);
  for (let i = start; i < end; i = skipBlanks(bytes, wordEnd(bytes, i, end), end)) {
    const cell = cellAt(bytes, i, end, closings);
    if (typeof cell !== 'object' || cell.notation === 'word') continue;
    // `begin` and `end` are also words.
    if (cell.notation.end > cell.notation.start) return true;
  }
  return false;
}

function hasPoint(bytes: Uint8Array, start: number, end: number): boolean {
  return end > start && (bytes[end - 1] === 0x2e || bytes[end - 1] === 0x3a);
}
