// Writes native files. Names go out as the tables grow, always before the events that use them, so that a file that is cut
// short is whole up to its last section.

import { InputError } from '../../base/error.ts';
import { quote } from '../../base/quote.ts';
import { BLOCK_SIZE, type EventBlock, newBlock } from '../../trace/block.ts';
import type { CodePlace } from '../../trace/code-place.ts';
import { NO_LOCATION } from '../../trace/id.ts';
import type { Symbols, SymbolTable } from '../../trace/symbols.ts';
import type { Metadata, TraceWriter, WriterOptions } from '../format.ts';
import { encodeAllocations } from './allocations.ts';
import { columnRoom, encodeColumn } from './column-encode.ts';
import { encodeColumns } from './columns.ts';
import { newDeflate } from './deflate.ts';
import { encodeExtents } from './extents.ts';
import { fileHeader, frameSection, sectionSize } from './frame.ts';
import { CRC_SIZE, MAX_METADATA, MAX_NAME, PACKED_FEATURE, SECTION_HEADER_SIZE, SectionType, TABLES } from './layout.ts';
import { encodeLibraries } from './libraries.ts';
import { encodeLocations, LOCATIONS, MOST_ROW } from './locations.ts';
import { Packer } from './packed.ts';
import { encodePlaces } from './places.ts';
import { PredictedEncoder, predictedRoom } from './predicted-encode.ts';
import { encodeNumbers } from './rows.ts';
import { encodeShapes } from './shapes-encode.ts';
import { encodeSites } from './sites.ts';
import { textSize, writeText } from './text.ts';

/** A symbols section is closed once it is this long; one name more keeps it far below MAX_PAYLOAD. */
const SYMBOLS_GOAL = 1 << 20;

const VARIABLES = 0;
/** So many places of the longest texts fit into a section. */
const PLACES_AT_ONCE = 512;
const VARIABLES_AT_ONCE = 1 << 16;

const encoder = new TextEncoder();

export class NativeWriter implements TraceWriter {
  private readonly options: WriterOptions;
  private readonly packer: Packer | undefined;
  private readonly predictor: PredictedEncoder | undefined;
  /** Per table: how many names are in the file. Location 0 never is. */
  private readonly written = [0, 0, 0, 1];
  private position = 0;
  /** Gathers small blocks; a full one from the caller is written from where it stands. */
  private pending: EventBlock | undefined;
  /** Room for the operations as any other column, and for a section: as large as the largest block so far. */
  private column = new Uint32Array(0);
  private section = new Uint8Array(0);

  constructor(options: WriterOptions) {
    this.options = options;
    const deflate = options.plain === true ? undefined : newDeflate();
    if (deflate !== undefined) {
      this.packer = new Packer(deflate, options.write);
      this.predictor = new PredictedEncoder();
    }
    options.write(fileHeader(this.packer === undefined ? 0 : PACKED_FEATURE));
    if (options.metadata !== undefined && options.metadata.size > 0) this.metadata(options.metadata);
  }

  block(block: EventBlock): void {
    for (let from = 0; from < block.length; ) {
      if (from === 0 && block.length === BLOCK_SIZE && (this.pending?.length ?? 0) === 0) {
        this.events(block);
        return;
      }
      this.pending ??= newBlock();
      const { pending } = this;
      const to = Math.min(block.length, from + BLOCK_SIZE - pending.length);
      pending.ops.set(block.ops.subarray(from, to), pending.length);
      pending.threads.set(block.threads.subarray(from, to), pending.length);
      pending.targets.set(block.targets.subarray(from, to), pending.length);
      pending.locations.set(block.locations.subarray(from, to), pending.length);
      pending.length += to - from;
      from = to;
      if (pending.length === BLOCK_SIZE) this.flush();
    }
  }

  end(): void {
    this.flush();
    this.symbols();
    this.foreign();
    this.sites();
    this.write({ type: SectionType.end, first: this.position }, new Uint8Array(sectionSize(0)));
    this.packer?.flush();
  }

  private flush(): void {
    const { pending } = this;
    if (pending === undefined || pending.length === 0) return;
    this.events(pending);
    pending.length = 0;
  }

  private events(block: EventBlock): void {
    const { length } = block;
    // One block in a packed section; the first one takes in what the file says of itself, the last one its end.
    this.packer?.next();
    this.symbols();
    if (length > this.column.length) {
      this.column = new Uint32Array(length);
      this.section = new Uint8Array(sectionSize(Math.max(4 * columnRoom(length), predictedRoom(length))));
    }
    const { section } = this;
    const predicted = this.predictor?.encode(block, section, SECTION_HEADER_SIZE);
    const type = predicted === undefined ? SectionType.events : SectionType.predicted;
    const end = predicted ?? this.columns(block);
    this.write({ type, first: this.position, count: length }, section.slice(0, sectionSize(end - SECTION_HEADER_SIZE)));
    this.position += length;
  }

  /** Writes the payload of an events section and returns its end. */
  private columns({ length, ops, threads, targets, locations }: EventBlock): number {
    const { section, column } = this;
    column.set(ops.subarray(0, length));
    let end = SECTION_HEADER_SIZE;
    for (const values of [column, threads, targets, locations]) end = encodeColumn(values, length, section, end);
    return end;
  }

  private symbols(): void {
    const [known, located] = [this.written[VARIABLES]!, this.written[LOCATIONS]!];
    for (let code = 0; code < TABLES.length; code++) {
      const table = TABLES[code]!.of(this.options.symbols);
      while (this.written[code]! < table.size) this.written[code] = this.names(code, table, this.written[code]!);
    }
    this.places(located);
    const { allocations, extents } = this.options.symbols;
    if (allocations.size > 0)
      this.aside(SectionType.allocations, known, (id) => allocations.location(id) !== NO_LOCATION, encodeAllocations);
    if (extents.size > 0) this.aside(SectionType.extents, known, (id) => extents.get(id) !== undefined, encodeExtents);
  }

  /** What is known of the locations from `first` on. */
  private places(first: number): void {
    const { places, locations } = this.options.symbols;
    if (places.size === 0) return;
    for (let from = first; from < locations.size; from += PLACES_AT_ONCE) {
      const known: [number, CodePlace][] = [];
      for (let id = from; id < Math.min(from + PLACES_AT_ONCE, locations.size); id++)
        if (places.has(id)) known.push([id, places.get(id)!]);
      if (known.length > 0) this.write({ type: SectionType.places, count: known.length }, encodePlaces(known));
      const foreign = known.filter(([, { library }]) => library !== undefined);
      if (foreign.length > 0) this.write({ type: SectionType.libraries, count: foreign.length }, encodeLibraries(foreign));
      const begun = known.filter(([, { column }]) => column !== undefined);
      if (begun.length > 0) this.write({ type: SectionType.columns, count: begun.length }, encodeColumns(begun));
    }
  }

  /** At the end: a name that stood for foreign code may have come to stand for the program's own as well. */
  private foreign(): void {
    const foreign = [...this.options.symbols.foreign].sort((a, b) => a - b);
    for (let from = 0; from < foreign.length; from += PLACES_AT_ONCE) {
      const ids = foreign.slice(from, from + PLACES_AT_ONCE);
      this.write({ type: SectionType.foreign, count: ids.length }, encodeNumbers(ids));
    }
  }

  /** At the end: a location may come to stand for more code. */
  private sites(): void {
    const rows = [...this.options.symbols.sites].flatMap(([location, sites]) => sites.map((site) => [location, site] as const));
    for (let from = 0; from < rows.length; from += PLACES_AT_ONCE) {
      const some = rows.slice(from, from + PLACES_AT_ONCE);
      this.write({ type: SectionType.sites, count: some.length }, encodeSites(some));
    }
  }

  /** What is known of the variables from `first` on. */
  private aside(
    type: number,
    first: number,
    isTold: (id: number) => boolean,
    encode: (ids: number[], symbols: Symbols) => Uint8Array,
  ): void {
    const { symbols } = this.options;
    const { size } = symbols.variables;
    for (let from = first; from < size; from += VARIABLES_AT_ONCE) {
      const told: number[] = [];
      for (let id = from; id < Math.min(from + VARIABLES_AT_ONCE, size); id++) if (isTold(id)) told.push(id);
      if (told.length > 0) this.write({ type, count: told.length }, encode(told, symbols));
    }
  }

  /** Writes one section of names from `first` on and returns the id after its last. */
  private names(code: number, table: SymbolTable, first: number): number {
    const { symbols } = this.options;
    const withCallers = code === LOCATIONS && symbols.contexts.size > 0;
    let length = 0;
    let next = first;
    for (; next < table.size && length < SYMBOLS_GOAL; next++) {
      const size = table.bytes(next).length;
      if (size > MAX_NAME) throw tooLong(`the ${TABLES[code]!.kind} name ${quote(table.name(next))}`, MAX_NAME);
      length += textSize(table.bytes(next)) + (withCallers ? MOST_ROW : 0);
    }
    if (withCallers) {
      this.write({ type: SectionType.locations, first, count: next - first }, encodeLocations(symbols, first, next));
      return next;
    }
    if (this.packer !== undefined) {
      this.packer.add({ type: SectionType.shapes, table: code, first, count: next - first }, encodeShapes(table, first, next));
      return next;
    }
    const bytes = new Uint8Array(sectionSize(length));
    let at = SECTION_HEADER_SIZE;
    for (let id = first; id < next; id++) at = writeText(bytes, at, table.bytes(id));
    this.write({ type: SectionType.symbols, table: code, first, count: next - first }, bytes);
    return next;
  }

  private metadata(metadata: Metadata): void {
    const texts = [...metadata].flat().map((text) => encoder.encode(text));
    const length = texts.reduce((sum, text) => sum + textSize(text), 0);
    if (length > MAX_METADATA) throw tooLong('the metadata', MAX_METADATA);
    const bytes = new Uint8Array(sectionSize(length));
    let at = SECTION_HEADER_SIZE;
    for (const text of texts) at = writeText(bytes, at, text);
    this.write({ type: SectionType.metadata, count: metadata.size }, bytes);
  }

  private write(header: { type: number; table?: number; first?: number; count?: number }, bytes: Uint8Array): void {
    const { type, table = 0, first = 0, count = 0 } = header;
    if (this.packer !== undefined) {
      this.packer.add({ type, table, first, count }, bytes.subarray(SECTION_HEADER_SIZE, -CRC_SIZE));
      return;
    }
    frameSection(bytes, { type, table, first, count, length: bytes.length - sectionSize(0) });
    this.options.write(bytes);
  }
}

function tooLong(what: string, most: number): InputError {
  const hint = `a native file holds at most ${most} bytes of it; write another format`;
  return new InputError('FORMAT_CANNOT_EXPRESS', {}, `${what} is too long`, hint);
}
