// Reads grammar files into memory and checks all of it: a grammar that is handed out has names for all it speaks of, no cycle, no
// unknown symbol and no unused rule. Every byte counts, so that damage anywhere makes the file unreadable.

import { crc32 } from '../../base/crc32.ts';
import { type ErrorCode, InputError } from '../../base/error.ts';
import type { CompressedTrace } from '../../grammar/compress.ts';
import { checkSlp, exactLength, type Slp } from '../../grammar/slp.ts';
import { isOp, OPERATION_COUNT, TARGET_KIND_CODES } from '../../trace/operation.ts';
import { newSymbols, type Symbols } from '../../trace/symbols.ts';
import type { Metadata } from '../format.ts';
import { decodeAside } from '../native/aside.ts';
import { ColumnDecoder, MALFORMED } from '../native/column-decode.ts';
import { readSectionHeader, type SectionHeader, sectionSize } from '../native/frame.ts';
import {
  COLUMN_HEADER_SIZE,
  CRC_SIZE,
  FILE_HEADER_SIZE,
  FIRST_OPTIONAL_TYPE,
  MAX_PAYLOAD,
  readU32,
  SECTION_HEADER_SIZE,
  SectionType,
  TABLES,
} from '../native/layout.ts';
import { decodeLocations } from '../native/locations.ts';
import { MetadataDecoder } from '../native/metadata.ts';
import { NameDecoder } from '../native/names.ts';
import { ByteWindow } from '../native/window.ts';
import { COLUMNS, EVENTS, GrammarSection, LOCATIONS, MAGIC, MOST_VALUES, VERSION } from './layout.ts';

export interface GrammarFile {
  readonly symbols: Symbols;
  readonly metadata: Metadata;
  readonly trace: CompressedTrace;
}

/** A section of columns as it stands in the file: what it holds is decoded when it is known how large the file is. */
interface Packed {
  readonly offset: number;
  readonly count: number;
  readonly bytes: Uint8Array;
}

/** Sections of one kind, and the values in each of their columns. */
interface PackedColumns {
  size: number;
  readonly sections: Packed[];
}

/**
 * Codings like `constant` put 65 536 values into a few bytes. Honest symbols hardly repeat, so that items take at least half a byte each,
 * and there are no more rules than items: what claims more than this is made to fill the memory.
 */
const VALUES_PER_BYTE = 4;

/** A push parser that throws the first fault as an InputError. */
export class GrammarDecoder {
  readonly symbols = newSymbols();
  private readonly file: string;
  private readonly window = new ByteWindow();
  private readonly names = new NameDecoder(this.symbols);
  private readonly pairs = new MetadataDecoder();
  private readonly decoder = new ColumnDecoder();
  private readonly columns = new Map<string, PackedColumns>();
  private bytes = 0;
  private begun = false;
  private ended = false;

  constructor(file: string) {
    this.file = file;
  }

  get metadata(): Metadata {
    return this.pairs.pairs;
  }

  push(bytes: Uint8Array): void {
    this.bytes += bytes.length;
    this.window.append(bytes);
    if (this.begun || this.header()) while (this.section());
    this.window.keep();
  }

  end(): GrammarFile {
    if (!this.begun || !this.ended)
      this.fail('TRACE_TRUNCATED', 'the file ends before its end section', 'copy or write it again');
    return { symbols: this.symbols, metadata: this.metadata, trace: this.checked() };
  }

  private header(): boolean {
    const { window } = this;
    if (window.length < FILE_HEADER_SIZE) return false;
    const { bytes, start } = window;
    if (!MAGIC.every((byte, i) => bytes[start + i] === byte)) this.damaged('the signature at the start of the file is damaged');
    if (crc32(bytes, start, start + 12) !== readU32(bytes, start + 12))
      this.damaged('the checksum of the file header does not hold');
    if (readU32(bytes, start + 8) !== VERSION)
      this.fail(
        'TRACE_VERSION',
        `the file has version ${readU32(bytes, start + 8)}; 1 is known`,
        'a newer foretrace wrote it; update',
      );
    window.skip(FILE_HEADER_SIZE);
    this.begun = true;
    return true;
  }

  /** Takes one section; false if more bytes are needed. */
  private section(): boolean {
    const { window } = this;
    if (window.length === 0) return false;
    if (this.ended) this.damaged('the file goes on after its end section');
    if (window.length < SECTION_HEADER_SIZE) return false;
    const header = readSectionHeader(window.bytes, window.start);
    if (header === undefined || header.length > MAX_PAYLOAD)
      return this.damaged('no section starts here, or its header is damaged');
    const size = sectionSize(header.length);
    if (window.length < size) return false;
    const payload = window.start + SECTION_HEADER_SIZE;
    const end = window.start + size - CRC_SIZE;
    if (crc32(window.bytes, payload, end) !== readU32(window.bytes, end))
      this.damaged('the checksum of the section does not hold');
    this.take(header, payload);
    window.skip(size);
    return true;
  }

  private take(header: SectionHeader, payload: number): void {
    const { bytes } = this.window;
    switch (header.type) {
      case SectionType.symbols:
        if (header.table >= TABLES.length) this.damaged(`there is no table ${header.table} of names`);
        this.names.decode(header, bytes, payload, 0, (what) => this.damaged(what));
        break;
      case SectionType.metadata: {
        const wrong = this.pairs.decode(header, bytes, payload);
        if (wrong !== undefined) this.damaged(wrong);
        break;
      }
      case SectionType.locations: {
        const { symbols, names } = this;
        decodeLocations(header, bytes, payload, { symbols, names, skipped: 0, problem: (what) => this.damaged(what) });
        break;
      }
      case SectionType.end:
        this.ended = true;
        break;
      case GrammarSection.terminals:
      case GrammarSection.bodies:
      case GrammarSection.items:
        this.takeColumns(header, payload);
        break;
      default: {
        if (header.type < FIRST_OPTIONAL_TYPE)
          this.fail('TRACE_VERSION', `sections of type ${header.type} are unknown`, 'a newer foretrace wrote it; update');
        const wrong = decodeAside(header, bytes, payload, this.symbols);
        if (wrong !== undefined) this.damaged(wrong);
      }
    }
  }

  private takeColumns({ type, table, first, count, length }: SectionHeader, payload: number): void {
    const { bytes, offset } = this.window;
    if (table > (type === GrammarSection.terminals ? EVENTS : LOCATIONS)) this.damaged(`there is no grammar ${table}`);
    const columns = this.packed(type, table);
    if (count > MOST_VALUES || first !== columns.size) this.damaged(`a section has ${count} values from ${first} on`);
    columns.size += count;
    // With the checksum: the decoder may read a few bytes behind a column.
    columns.sections.push({ offset, count, bytes: bytes.slice(payload, payload + length + CRC_SIZE) });
  }

  private packed(type: number, table: number): PackedColumns {
    const key = `${type} ${table}`;
    let columns = this.columns.get(key);
    if (columns === undefined) {
      columns = { size: 0, sections: [] };
      this.columns.set(key, columns);
    }
    return columns;
  }

  /** The columns of all sections of a kind. */
  private of(type: number, table: number): Uint32Array[] {
    const { size, sections } = this.packed(type, table);
    if (size > MOST_VALUES + VALUES_PER_BYTE * this.bytes)
      this.damaged(`the file claims ${size} values of a column in ${this.bytes} bytes`);
    const columns = Array.from({ length: COLUMNS[type]! }, () => new Uint32Array(size));
    let first = 0;
    for (const section of sections) {
      const wrong = this.unpack(section, columns, first);
      if (wrong !== undefined) this.damaged(wrong, section.offset);
      first += section.count;
    }
    return columns;
  }

  /** Decodes a section into the columns from `first` on; says what is wrong with it, if anything. */
  private unpack({ count, bytes }: Packed, columns: readonly Uint32Array[], first: number): string | undefined {
    const end = bytes.length - CRC_SIZE;
    let at = 0;
    for (const column of columns) {
      const from = at + COLUMN_HEADER_SIZE;
      if (from > end || readU32(bytes, at + 1) > end - from) return 'a column does not fit into its section';
      const coding = bytes[at]!;
      at = from + readU32(bytes, at + 1);
      if (this.decoder.decode(coding, bytes, from, at, column.subarray(first, first + count), count) === MALFORMED)
        return `a column does not hold ${count} values`;
    }
    return at === end ? undefined : 'a section is longer than its columns';
  }

  private checked(): CompressedTrace {
    const [ops, threads, targets] = this.of(GrammarSection.terminals, 0) as [Uint32Array, Uint32Array, Uint32Array];
    this.checkTerminals(ops, threads, targets);
    const trace = {
      terminals: { size: ops.length, ops: Uint8Array.from(ops), threads, targets },
      events: this.grammar(EVENTS, ops.length),
      locations: this.grammar(LOCATIONS, this.symbols.locations.size),
    };
    if (exactLength(trace.events) !== exactLength(trace.locations)) this.damaged('there is not a location for every event');
    return trace;
  }

  private checkTerminals(ops: Uint32Array, threads: Uint32Array, targets: Uint32Array): void {
    const sizes = TABLES.map(({ of }) => of(this.symbols).size);
    const limits = Array.from({ length: OPERATION_COUNT }, (_, op) => sizes[TARGET_KIND_CODES[op]!]!);
    for (let s = 0; s < ops.length; s++)
      if (!isOp(ops[s]!) || threads[s]! >= this.symbols.threads.size || targets[s]! >= limits[ops[s]!]!)
        this.fail('GRAMMAR_UNKNOWN_SYMBOL', `terminal ${s} stands for something that has no name`, FAULTY);
  }

  private grammar(which: number, terminals: number): Slp {
    const lengths = this.of(GrammarSection.bodies, which)[0]!;
    const [symbols, low, high] = this.of(GrammarSection.items, which);
    const starts = new Uint32Array(lengths.length + 1);
    let items = 0;
    for (let r = 0; r < lengths.length; r++) {
      items += lengths[r]!;
      starts[r + 1] = items;
    }
    if (items !== symbols!.length) this.damaged(`the rules have ${items} items and the file has ${symbols!.length}`);
    const counts = Float64Array.from(low!, (value, i) => value + high![i]! * 2 ** 32);
    const slp = { terminals, starts, symbols: symbols!, counts };
    checkSlp(slp, this.file);
    return slp;
  }

  private damaged(what: string, offset: number = this.window.offset): never {
    return this.fail('TRACE_CORRUPT', what, 'copy it again, or compress the trace again', offset);
  }

  private fail(code: ErrorCode, what: string, hint: string, offset: number = this.window.offset): never {
    throw new InputError(code, { file: this.file, offset }, what, hint);
  }
}

const FAULTY = 'the program that wrote the grammar has a fault; compress the trace again';
