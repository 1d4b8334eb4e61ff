// Writes grammar files: terminals, the two grammars, and the outline, as columns; names and metadata behind them, as in a native file without events.

import { crc32 } from '../../base/crc32.ts';
import type { CompressedTrace, Terminals } from '../../grammar/compress.ts';
import type { Slp } from '../../grammar/slp.ts';
import type { Symbols } from '../../trace/symbols.ts';
import type { Metadata } from '../format.ts';
import { columnRoom, encodeColumn } from '../native/column-encode.ts';
import { newDeflate } from '../native/deflate.ts';
import { frameSection, type SectionHeader, sectionSize } from '../native/frame.ts';
import { FILE_HEADER_SIZE, SECTION_HEADER_SIZE, writeU32 } from '../native/layout.ts';
import { Packer } from '../native/packed.ts';
import { NativeWriter } from '../native/writer.ts';
import { zigzag } from '../native/zigzag.ts';
import { encodeTerminals } from './alphabets.ts';
import { EVENTS, FREE_VALUES, GrammarSection, LOCATIONS, MAGIC, MOST_VALUES, VALUES_PER_BYTE, VERSION } from './layout.ts';
import { tokens } from './tokens.ts';

type Write = (bytes: Uint8Array) => void;

export function writeGrammar(trace: CompressedTrace, symbols: Symbols, write: Write, metadata?: Metadata): void {
  const sections = new Sections();
  const { terminals, events, locations, outline } = trace;
  alphabet(GrammarSection.alphabet, terminals, sections);
  grammar(GrammarSection.tokens, EVENTS, events, events.terminals, sections);
  grammar(GrammarSection.tokens, LOCATIONS, locations, symbols.locations.size, sections);
  if (outline !== undefined) {
    alphabet(GrammarSection.outlineAlphabet, outline.terminals, sections);
    grammar(GrammarSection.outlineTokens, 0, outline.events, outline.events.terminals, sections);
    const steps = outline.blocks.map((block, x) => zigzag(block - (x === 0 ? 0 : outline.blocks[x - 1]!)));
    columns(GrammarSection.blocks, [steps], sections);
  }
  write(header());
  for (const section of sections.all()) write(section);
  for (const section of namesAndEnd(symbols, metadata)) write(section);
}

/** Gathers sections: together in packed ones, or one by one where nothing can pack. */
class Sections {
  private readonly packer: Packer | undefined;
  private readonly made: Uint8Array[] = [];
  private values = 0;

  constructor() {
    const deflate = newDeflate();
    if (deflate !== undefined) this.packer = new Packer(deflate, (section) => this.made.push(section));
  }

  add(header: Omit<SectionHeader, 'length'>, payload: Uint8Array): void {
    this.values += header.count;
    if (this.packer === undefined) this.made.push(framed(header, payload));
    else this.packer.add(header, payload);
  }

  /** All of them, behind so many bytes that a reader need not take them for something that was made to fill its memory. */
  *all(): Generator<Uint8Array> {
    this.packer?.flush();
    const least = this.values / VALUES_PER_BYTE;
    if (this.values > FREE_VALUES && this.made.reduce((sum, { length }) => sum + length, 0) < least)
      for (let bytes = 0; bytes < least; bytes += MOST_VALUES)
        yield framed({ type: GrammarSection.ballast, table: 0, first: 0, count: 0 }, new Uint8Array(MOST_VALUES));
    yield* this.made;
  }
}

function framed(header: Omit<SectionHeader, 'length'>, payload: Uint8Array): Uint8Array {
  const section = new Uint8Array(sectionSize(payload.length));
  section.set(payload, SECTION_HEADER_SIZE);
  frameSection(section, { ...header, length: payload.length });
  return section;
}

/** Those of a native file without events, less its header. */
function namesAndEnd(symbols: Symbols, metadata: Metadata | undefined): Uint8Array[] {
  const sections: Uint8Array[] = [];
  new NativeWriter({ symbols, metadata, write: (bytes) => sections.push(bytes) }).end();
  return sections.slice(1);
}

function header(): Uint8Array {
  const bytes = new Uint8Array(FILE_HEADER_SIZE);
  bytes.set(MAGIC, 0);
  bytes[8] = VERSION;
  writeU32(bytes, 12, crc32(bytes, 0, 12));
  return bytes;
}

function alphabet(type: number, terminals: Terminals, sections: Sections): void {
  columns(type, encodeTerminals(terminals), sections);
}

/** `terminals`: how many the grammar has in the file. There may be names of locations that no event uses. */
function grammar(type: number, table: number, slp: Slp, terminals: number, sections: Sections): void {
  const { symbols } = slp;
  const moved = terminals - slp.terminals;
  const named = moved === 0 ? slp : { ...slp, terminals, symbols: symbols.map((s) => (s < slp.terminals ? s : s + moved)) };
  let first = 0;
  tokens(named, MOST_VALUES, (values) => {
    section({ type, table, first, count: values[0].length }, values, sections);
    first += values[0].length;
  });
}

/** The columns side by side, in sections of at most MOST_VALUES rows. */
function columns(type: number, values: readonly Uint32Array[], sections: Sections): void {
  const size = values[0]!.length;
  for (let first = 0; first < size; first += MOST_VALUES) {
    const end = Math.min(first + MOST_VALUES, size);
    const parts = values.map((column) => column.subarray(first, end));
    section({ type, table: 0, first, count: end - first }, parts, sections);
  }
}

function section(header: Omit<SectionHeader, 'length'>, values: readonly Uint32Array[], sections: Sections): void {
  const room = new Uint8Array(values.reduce((sum, column) => sum + columnRoom(column.length), 0));
  let end = 0;
  for (const column of values) end = encodeColumn(column, column.length, room, end, true);
  sections.add(header, room.slice(0, end));
}
