// Reads grammar files into memory and checks all of it: a grammar that is handed out has names for all it speaks of, no cycle, no
// unknown symbol and no unused rule. Every byte counts, so that damage anywhere makes the file unreadable.

import { crc32 } from '../../base/crc32.ts';
import { type ErrorCode, InputError } from '../../base/error.ts';
import type { CompressedTrace, Terminals } from '../../grammar/compress.ts';
import type { Outline } from '../../grammar/outline.ts';
import { checkSlp, exactLength, type Slp } from '../../grammar/slp.ts';
import { type MemoryModel, memoryModelOf, withMemoryModel } from '../../trace/memory-model.ts';
import { isOp, OPERATION_COUNT, TARGET_KIND_CODES } from '../../trace/operation.ts';
import { newSymbols, type Symbols } from '../../trace/symbols.ts';
import type { Metadata } from '../format.ts';
import { decodeAside } from '../native/aside.ts';
import { readSectionHeader, type SectionHeader, sectionSize } from '../native/frame.ts';
import {
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
import { innerSections, Unpacker } from '../native/packed.ts';
import { implausible } from '../native/plausible.ts';
import { ShapeDecoder } from '../native/shapes-decode.ts';
import { ByteWindow } from '../native/window.ts';
import { unzigzag } from '../native/zigzag.ts';
import { decodeTerminals, type TerminalColumns } from './alphabets.ts';
import { EVENTS, GrammarSection, LOCATIONS, MAGIC, VERSION } from './layout.ts';
import { StoredColumns } from './stored-columns.ts';
import { TokenDecoder } from './token-decode.ts';

export interface GrammarFile {
  readonly symbols: Symbols;
  readonly metadata: Metadata;
  readonly trace: CompressedTrace;
}

/** A push parser of a grammar file, whatever it is written in. Throws the first fault as an InputError. */
export interface GrammarSource {
  readonly symbols: Symbols;
  readonly metadata: Metadata;
  push(bytes: Uint8Array): void;
  /** No push follows. */
  complete(): GrammarFile;
}

export class GrammarDecoder implements GrammarSource {
  readonly symbols = newSymbols();
  private readonly file: string;
  private readonly memoryModel: MemoryModel | undefined;
  private readonly window = new ByteWindow();
  private readonly names = new NameDecoder(this.symbols);
  private readonly pairs = new MetadataDecoder();
  private readonly unpacker = new Unpacker();
  private readonly shapes = new ShapeDecoder();
  private readonly columns = new StoredColumns((what, offset) => this.damaged(what, offset));
  private bytes = 0;
  private begun = false;
  private ended = false;

  /** `memoryModel`: instead of what the file says of itself. */
  constructor(file: string, memoryModel?: MemoryModel) {
    this.file = file;
    this.memoryModel = memoryModel;
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

  complete(): GrammarFile {
    if (!this.begun || !this.ended)
      this.fail('TRACE_TRUNCATED', 'the file ends before its end section', 'copy or write it again');
    const trace = this.checked();
    return { symbols: this.symbols, metadata: withMemoryModel(this.metadata, trace.terminals.memoryModel), trace };
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
    this.take(header, window.bytes, payload);
    window.skip(size);
    return true;
  }

  private take(header: SectionHeader, bytes: Uint8Array, payload: number): void {
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
      case SectionType.shapes:
        this.takeShapes(header, bytes, payload);
        break;
      case SectionType.packed:
        this.takePacked(header, bytes, payload);
        break;
      case SectionType.end:
        this.ended = true;
        break;
      case GrammarSection.terminals:
      case GrammarSection.bodies:
      case GrammarSection.items:
      case GrammarSection.alphabet:
      case GrammarSection.tokens:
      case GrammarSection.outlineAlphabet:
      case GrammarSection.outlineTokens:
      case GrammarSection.blocks:
        this.columns.take(header, bytes, payload, this.window.offset, this.bytes);
        break;
      default: {
        if (header.type < FIRST_OPTIONAL_TYPE)
          this.fail('TRACE_VERSION', `sections of type ${header.type} are unknown`, 'a newer foretrace wrote it; update');
        const wrong = decodeAside(header, bytes, payload, this.symbols);
        if (wrong !== undefined) this.damaged(wrong);
      }
    }
  }

  private takeShapes(header: SectionHeader, bytes: Uint8Array, payload: number): void {
    const { shapes } = this;
    const wrong = implausible(header) ?? shapes.decode(header, bytes, payload);
    if (wrong !== undefined) this.damaged(wrong);
    this.names.decode({ ...header, length: shapes.length }, shapes.names, 0, 0, (what) => this.damaged(what));
  }

  private takePacked(header: SectionHeader, bytes: Uint8Array, payload: number): void {
    const { unpacker } = this;
    const wrong = unpacker.unpack(header, bytes, payload);
    if (wrong !== undefined) this.damaged(wrong);
    for (const section of innerSections(unpacker.bytes, unpacker.size)) {
      if (section === undefined || section.header.type === SectionType.packed)
        this.damaged('a packed section ends within one of its sections, or has one that is packed');
      this.take(section.header, unpacker.bytes, section.start);
    }
  }

  private checked(): CompressedTrace {
    const { symbols } = this;
    const terminals = this.terminals();
    const trace = {
      terminals,
      events: this.grammar(EVENTS, terminals.size),
      locations: this.grammar(LOCATIONS, symbols.locations.size),
    };
    if (exactLength(trace.events) !== exactLength(trace.locations)) this.damaged('there is not a location for every event');
    const outline = this.columns.has(GrammarSection.outlineAlphabet) ? this.outline() : undefined;
    return { ...trace, outline };
  }

  private terminals(): Terminals {
    const { variables } = this.symbols;
    if (this.columns.has(GrammarSection.alphabet)) return this.alphabet(GrammarSection.alphabet, variables.size);
    const [ops, threads, targets] = this.columns.whole(GrammarSection.terminals, 0, this.bytes);
    const terminals = { size: ops!.length, ops: Uint8Array.from(ops!), threads: threads!, targets: targets! };
    return this.checkedTerminals(terminals, variables.size);
  }

  private alphabet(type: number, variables: number): Terminals {
    const [actors, steps] = this.columns.whole(type, 0, this.bytes);
    return this.checkedTerminals(decodeTerminals(actors!, steps!), variables);
  }

  private checkedTerminals(terminals: TerminalColumns, variables: number): Terminals {
    const { size, ops, threads, targets } = terminals;
    const sizes = TABLES.map(({ kind, of }) => (kind === 'variable' ? variables : of(this.symbols).size));
    const limits = Array.from({ length: OPERATION_COUNT }, (_, op) => sizes[TARGET_KIND_CODES[op]!]!);
    for (let s = 0; s < size; s++)
      if (!isOp(ops[s]!) || threads[s]! >= this.symbols.threads.size || targets[s]! >= limits[ops[s]!]!)
        this.fail('GRAMMAR_UNKNOWN_SYMBOL', `terminal ${s} stands for something that has no name`, FAULTY);
    return { ...terminals, memoryModel: this.memoryModel ?? memoryModelOf(this.metadata) };
  }

  private grammar(which: number, terminals: number): Slp {
    if (!this.columns.has(GrammarSection.bodies, which)) return this.fromTokens(GrammarSection.tokens, which, terminals);
    const lengths = this.columns.whole(GrammarSection.bodies, which, this.bytes)[0]!;
    const [symbols, low, high] = this.columns.whole(GrammarSection.items, which, this.bytes);
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

  private fromTokens(type: number, which: number, terminals: number): Slp {
    const decoder = new TokenDecoder(terminals);
    for (const { columns, offset } of this.columns.tokens(type, which)) {
      const wrong = decoder.take(columns);
      if (wrong !== undefined) this.damaged(wrong, offset);
    }
    return decoder.end() ?? this.damaged('a rule has fewer items than it claims');
  }

  private outline(): Outline {
    const steps = this.columns.whole(GrammarSection.blocks, 0, this.bytes)[0]!;
    const blocks = new Uint32Array(steps.length);
    let blockCount = 0;
    for (let x = 0; x < blocks.length; x++) {
      blocks[x] = (x === 0 ? 0 : blocks[x - 1]!) + unzigzag(steps[x]!);
      blockCount = Math.max(blockCount, blocks[x]!);
    }
    if (blockCount > blocks.length || blocks.length > this.symbols.variables.size)
      this.damaged(`an outline has ${blockCount} blocks of ${blocks.length} variables`);
    const terminals = this.alphabet(GrammarSection.outlineAlphabet, blockCount);
    return { terminals, events: this.fromTokens(GrammarSection.outlineTokens, 0, terminals.size), blocks, blockCount };
  }

  private damaged(what: string, offset: number = this.window.offset): never {
    return this.fail('TRACE_CORRUPT', what, 'copy it again, or compress the trace again', offset);
  }

  private fail(code: ErrorCode, what: string, hint: string, offset: number = this.window.offset): never {
    throw new InputError(code, { file: this.file, offset }, what, hint);
  }
}

const FAULTY = 'the program that wrote the grammar has a fault; compress the trace again';
