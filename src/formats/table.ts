// The notation of the papers: a head of thread names, one event per row in the column of its thread, numbers in front.
// Listings of papers are read as they are, and what is written here is read back exactly.

import type { EventBlock } from '../trace/block.ts';
import { Op, operations, TARGET_KIND_CODES } from '../trace/operation.ts';
import { CLOSE, HASH, isBlank, OPEN, RETURN, skipBlanks } from './ascii.ts';
import type { Format, TraceWriter, WriterOptions } from './format.ts';
import { contentLines } from './sniff.ts';
import { TableReader } from './table-reader.ts';
import { cellAt, labelEnd } from './table-syntax.ts';
import { TableWriter } from './table-writer.ts';
import { LONGEST_LINE } from './text-lines.ts';
import { cannotExpress, NameCheck, TextOutput } from './text-output.ts';

/** A title and a head may come before the first row. */
const LINES_TRIED = 4;

export const table: Format = {
  id: 'table',
  title: 'the table of the papers, a column per thread',
  extensions: ['table', 'txt'],
  operations: operations.map(({ op }) => op),
  locations: true,
  limits:
    'threads without blanks that do not look like a number with a dot or like an event; no target with a ) before two blanks',
  recognise(head) {
    const lines = contentLines(head, LINES_TRIED);
    // What is a row at once has no head; what begins with a comma is csv.
    const row = lines?.findIndex(isRow) ?? -1;
    return row > 0 && !/^[,@]/.test(lines![row - 1]!);
  },
  reader: (options) => new TableReader(options),
  writer: (options) => new TableFormatWriter(options),
};

function isRow(line: string): boolean {
  const bytes = new TextEncoder().encode(line);
  const end = bytes.length;
  const event = skipBlanks(bytes, labelEnd(bytes, skipBlanks(bytes, 0, end), end), end);
  const cell = cellAt(bytes, event, end);
  return typeof cell === 'object' && cell.notation !== 'word';
}

/** The table for files: refuses every event that would not be read back as it is. */
class TableFormatWriter implements TraceWriter {
  private readonly options: WriterOptions;
  private readonly output: TextOutput;
  private readonly rows: TableWriter;
  private readonly threads: NameCheck;
  /** By the kind of target. */
  private readonly targets: readonly NameCheck[];
  private readonly locations: NameCheck;

  constructor(options: WriterOptions) {
    const { variables, locks, threads, locations } = options.symbols;
    this.options = options;
    this.output = new TextOutput(options);
    this.threads = new NameCheck(threads, threadFault);
    this.targets = [variables, locks, threads, locations].map((names) => new NameCheck(names, targetFault));
    this.locations = new NameCheck(locations, locationFault);
    this.rows = new TableWriter({
      symbols: options.symbols,
      write: (text) => this.output.text(text),
      // A thread that is only forked needs no column, whatever it is called.
      hasColumn: (thread) => this.threads.check(thread) === undefined,
    });
  }

  block(block: EventBlock): void {
    for (let i = 0; i < block.length; i++) {
      const fault = this.fault(block, i);
      if (fault !== undefined) throw cannotExpress('table', this.options.symbols, block, i, fault);
    }
    this.rows.fit(block);
    if (this.rows.width > LONGEST_LINE / 2)
      throw cannotExpress('table', this.options.symbols, block, 0, 'too many threads for a line');
    this.rows.block(block);
  }

  end(): void {
    this.output.flush();
  }

  private fault({ ops, threads, targets, locations }: EventBlock, i: number): string | undefined {
    const op = ops[i]!;
    const ofThread = this.threads.check(threads[i]!);
    if (ofThread !== undefined) return `its thread ${ofThread}`;
    const bare = targets[i] === 0 && (op === Op.begin || op === Op.end);
    const ofTarget = bare ? undefined : this.targets[TARGET_KIND_CODES[op]!]!.check(targets[i]!);
    if (ofTarget !== undefined) return `its target ${ofTarget}`;
    const ofLocation = this.locations.check(locations[i]!);
    return ofLocation === undefined ? undefined : `its location ${ofLocation}`;
  }
}

function threadFault(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'has no name';
  if (bytes.some((byte) => isBlank(byte))) return 'contains a blank';
  if (bytes[0] === HASH) return 'begins with #, which makes the head a comment';
  if (bytes[bytes.length - 1] === RETURN) return 'ends with a carriage return';
  if (cellAt(bytes, 0, bytes.length) !== undefined) return 'looks like an event';
  const numbered = labelEnd(bytes, 0, bytes.length) > 0 && !/\d/.test(String.fromCharCode(bytes[bytes.length - 1]!));
  return numbered ? 'looks like the number of a row' : undefined;
}

/** The reader must find the end of the event where it is. */
function targetFault(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'has no name';
  const text = Uint8Array.from([0x72, OPEN, ...bytes, CLOSE]);
  const cell = cellAt(text, 0, text.length);
  return typeof cell === 'object' && cell.end === text.length ? undefined : 'contains a ) before two blanks';
}

function locationFault(bytes: Uint8Array): string | undefined {
  return bytes[bytes.length - 1] === RETURN ? 'ends with a carriage return' : undefined;
}
