// Writes grammar files: names, terminals, and the two grammars as columns.

import { crc32 } from '../../base/crc32.ts';
import type { CompressedTrace } from '../../grammar/compress.ts';
import type { Slp } from '../../grammar/slp.ts';
import type { Symbols } from '../../trace/symbols.ts';
import type { Metadata } from '../format.ts';
import { columnRoom, encodeColumn } from '../native/column-encode.ts';
import { frameSection, sectionSize } from '../native/frame.ts';
import { FILE_HEADER_SIZE, SECTION_HEADER_SIZE, SectionType, writeU32 } from '../native/layout.ts';
import { NativeWriter } from '../native/writer.ts';
import { EVENTS, GrammarSection, LOCATIONS, MAGIC, MOST_VALUES, VERSION } from './layout.ts';

type Write = (bytes: Uint8Array) => void;

const HIGH = 2 ** 32;

export function writeGrammar(trace: CompressedTrace, symbols: Symbols, write: Write, metadata?: Metadata): void {
  write(header());
  for (const section of namesAndMetadata(symbols, metadata)) write(section);
  const { size, ops, threads, targets } = trace.terminals;
  columns(GrammarSection.terminals, 0, size, [Uint32Array.from(ops.subarray(0, size)), threads, targets], write);
  grammar(EVENTS, trace.events, size, write);
  grammar(LOCATIONS, trace.locations, symbols.locations.size, write);
  const end = new Uint8Array(sectionSize(0));
  frameSection(end, { type: SectionType.end, table: 0, length: 0, first: 0, count: 0 });
  write(end);
}

/** Those of a native file without events, less its header and its end. */
function namesAndMetadata(symbols: Symbols, metadata: Metadata | undefined): Uint8Array[] {
  const sections: Uint8Array[] = [];
  new NativeWriter({ symbols, metadata, plain: true, write: (bytes) => sections.push(bytes) }).end();
  return sections.slice(1, -1);
}

function header(): Uint8Array {
  const bytes = new Uint8Array(FILE_HEADER_SIZE);
  bytes.set(MAGIC, 0);
  bytes[8] = VERSION;
  writeU32(bytes, 12, crc32(bytes, 0, 12));
  return bytes;
}

/** `first` is the symbol of rule 0 in the file: there may be names of locations that no event uses. */
function grammar(which: number, { terminals, starts, symbols, counts }: Slp, first: number, write: Write): void {
  const rules = starts.length - 1;
  const lengths = new Uint32Array(rules);
  for (let r = 0; r < rules; r++) lengths[r] = starts[r + 1]! - starts[r]!;
  columns(GrammarSection.bodies, which, rules, [lengths], write);
  const low = Uint32Array.from(counts, (count) => count % HIGH);
  const high = Uint32Array.from(counts, (count) => Math.floor(count / HIGH));
  const named = symbols.map((symbol) => (symbol < terminals ? symbol : symbol - terminals + first));
  columns(GrammarSection.items, which, symbols.length, [named, low, high], write);
}

/** The columns side by side, in sections of at most MOST_VALUES rows. */
function columns(type: number, table: number, size: number, values: readonly Uint32Array[], write: Write): void {
  for (let first = 0; first < size; first += MOST_VALUES) {
    const count = Math.min(MOST_VALUES, size - first);
    const room = new Uint8Array(sectionSize(values.length * columnRoom(count)));
    let end = SECTION_HEADER_SIZE;
    for (const column of values) end = encodeColumn(column.subarray(first, first + count), count, room, end);
    const bytes = room.slice(0, sectionSize(end - SECTION_HEADER_SIZE));
    frameSection(bytes, { type, table, first, count, length: end - SECTION_HEADER_SIZE });
    write(bytes);
  }
}
