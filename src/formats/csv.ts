// RAPID's column-per-thread form: no head, every line one event `op(target)` in the cell of its thread; cell i belongs to T<i>.
// A line of a single cell without a comma is an event of T0: a table of the papers cannot begin so, it has a head first.

import type { EventBlock } from '../trace/block.ts';
import { Op, operations, TARGET_KIND_CODES } from '../trace/operation.ts';
import type { SymbolTable } from '../trace/symbols.ts';
import { asciiWord, CLOSE, COMMA, indexIn, NEWLINE, OPEN } from './ascii.ts';
import type { Format, ReaderOptions, TraceWriter, WriterOptions } from './format.ts';
import { parseNotation, SHORT_WORDS, type Words } from './notation.ts';
import { contentLines } from './sniff.ts';
import { LineReader } from './text-lines.ts';
import { cannotExpress, NameCheck, TextOutput } from './text-output.ts';

/** More columns would make lines of commas only. */
const MOST_THREADS = 100_000;

const EXPECTED = 'one cell op(target) between commas';

/** RAPID says `start` for fork and `enter`, `exit` for begin, end. The first word of an operation is the one to write. */
const WORDS: Words = new Map([['start', Op.fork], ['enter', Op.begin], ['exit', Op.end], ...SHORT_WORDS]);

const CELL = /^,*(?:[a-z]+\(|(?:begin|end|enter|exit)(?:,|$))/;

export const csv: Format = {
  id: 'csv',
  title: 'RAPID’s column-per-thread form',
  extensions: ['csv'],
  operations: operations.map(({ op }) => op),
  locations: false,
  limits: `threads T0 to T${MOST_THREADS - 1} only, no locations, names without comma and newline; RAPID itself knows acq rel r w start join enter exit`,
  recognise(head) {
    const line = contentLines(head, 1)?.[0];
    if (line === undefined || !CELL.test(line)) return false;
    const cells = line.split(',').filter((cell) => cell !== '');
    const word = /^[a-z]+/.exec(cells[0]!)![0];
    return cells.length === 1 && (WORDS.has(word) || word === 'sync');
  },
  reader: (options) => new CsvReader(options),
  writer: (options) => new CsvWriter(options),
};

class CsvReader extends LineReader {
  private readonly tables: readonly SymbolTable[];
  /** Column → thread, or -1 while nothing stood in it. */
  private readonly threads: number[] = [];

  constructor(options: ReaderOptions) {
    super(options);
    const { variables, locks, threads, locations } = this.symbols;
    this.tables = [variables, locks, threads, locations];
  }

  protected override line(bytes: Uint8Array, lineStart: number, lineEnd: number): void {
    let start = lineStart;
    while (start < lineEnd && bytes[start] === COMMA) start++;
    const comma = indexIn(bytes, COMMA, start, lineEnd);
    const end = comma < 0 ? lineEnd : comma;
    let rest = end;
    while (rest < lineEnd && bytes[rest] === COMMA) rest++;
    const column = start - lineStart;
    const notation = rest < lineEnd || column >= MOST_THREADS ? undefined : parseNotation(bytes, start, end, WORDS);
    if (notation === undefined) this.badLine(bytes, lineStart, lineEnd, EXPECTED);
    else if (notation !== 'word') {
      const { op, start: from, end: to } = notation;
      const target = this.intern(this.tables[TARGET_KIND_CODES[op]!]!, bytes, from, to);
      this.add(op, this.thread(column), target, 0);
    } else {
      const open = indexIn(bytes, OPEN, start, end);
      const word = asciiWord(bytes, start, open);
      if (word !== 'sync' || open + 1 === end - 1) this.unknownOperation(word, WORDS);
      else this.sync(column, bytes.subarray(open + 1, end - 1));
    }
  }

  /** `sync(z)` is RAPID's short form of a critical section of its own lock around a read and a write of z. */
  private sync(column: number, name: Uint8Array): void {
    const { locks, variables } = this.symbols;
    const lockName = [...new TextEncoder().encode('VARLOCK-'), ...name, ...new TextEncoder().encode('-KCOLRAV')];
    const lock = this.intern(locks, Uint8Array.from(lockName), 0, lockName.length);
    const variable = this.intern(variables, name, 0, name.length);
    const thread = this.thread(column);
    this.add(Op.acquire, thread, lock, 0);
    this.add(Op.read, thread, variable, 0);
    this.add(Op.write, thread, variable, 0);
    this.add(Op.release, thread, lock, 0);
  }

  private thread(column: number): number {
    while (this.threads.length <= column) this.threads.push(-1);
    if (this.threads[column] === -1) this.threads[column] = this.symbols.threads.internName(`T${column}`);
    return this.threads[column]!;
  }
}

class CsvWriter implements TraceWriter {
  private readonly options: WriterOptions;
  private readonly output: TextOutput;
  /** Thread → column, or why it has none. */
  private readonly columns: (number | string)[] = [];
  /** By the kind of target. */
  private readonly targets: readonly NameCheck[];
  private readonly words: readonly Uint8Array[];

  constructor(options: WriterOptions) {
    const { variables, locks, threads, locations } = options.symbols;
    this.options = options;
    this.output = new TextOutput(options);
    this.targets = [variables, locks, threads, locations].map((names) => new NameCheck(names, targetFault));
    const words = new Map([...WORDS].reverse().map(([word, op]) => [op, word]));
    this.words = operations.map(({ op }) => new TextEncoder().encode(words.get(op)));
  }

  block(block: EventBlock): void {
    const { output, words } = this;
    const { symbols } = this.options;
    const tables = [symbols.variables, symbols.locks, symbols.threads, symbols.locations];
    const { length, ops, threads, targets } = block;
    for (let i = 0; i < length; i++) {
      const op = ops[i]!;
      const target = targets[i]!;
      const kind = TARGET_KIND_CODES[op]!;
      const bare = target === 0 && (op === Op.begin || op === Op.end);
      const fault = bare ? undefined : this.targets[kind]!.check(target);
      if (fault !== undefined) throw cannotExpress('csv', symbols, block, i, `its target ${fault}`);
      const column = this.column(threads[i]!);
      if (typeof column === 'string') throw cannotExpress('csv', symbols, block, i, column);
      for (let k = 0; k < column; k++) output.byte(COMMA);
      output.bytes(words[op]!);
      if (!bare) {
        output.byte(OPEN);
        output.name(tables[kind]!, target);
        output.byte(CLOSE);
      }
      output.byte(NEWLINE);
    }
  }

  end(): void {
    this.output.flush();
  }

  private column(thread: number): number | string {
    this.columns[thread] ??= columnOf(this.options.symbols.threads.name(thread));
    return this.columns[thread];
  }
}

function columnOf(thread: string): number | string {
  const number = /^T(0|[1-9]\d{0,4})$/.exec(thread)?.[1];
  return number === undefined ? `columns name their threads T0 to T${MOST_THREADS - 1}` : Number(number);
}

function targetFault(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'has no name';
  return bytes.includes(COMMA) ? 'contains a comma' : undefined;
}
