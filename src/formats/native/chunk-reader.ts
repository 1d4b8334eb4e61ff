// Reads the events of a chunk of a native file: whole sections from the middle of it. Names are not read. Whoever cut the file has read it as a whole and
// says how many names it has in the end; that is what ids are held to here.

import { crc32 } from '../../base/crc32.ts';
import type { EventBlock } from '../../trace/block.ts';
import type { MemoryModel } from '../../trace/memory-model.ts';
import type { Bounds } from '../../trace/symbols.ts';
import { EventDecoder } from './events.ts';
import { readSectionHeader, type SectionHeader, sectionSize } from './frame.ts';
import { MAX_PAYLOAD, readU32, SECTION_HEADER_SIZE, SectionType } from './layout.ts';
import { innerSections, Unpacker } from './packed.ts';
import { implausible, isOfEvents } from './plausible.ts';
import { damaged, type RandomAccess } from './section-scan.ts';
import { withSections } from './short-access.ts';

/** Where a chunk is: sections from `offset` on that hold `events` events, the first of them at position `first`. */
export interface ChunkPlace {
  readonly offset: number;
  readonly bytes: number;
  readonly first: number;
  readonly events: number;
}

/** Read at once: some sections, or one of the longest. */
const PIECE = 2 * sectionSize(MAX_PAYLOAD);

/** Hands the blocks of a chunk to `emit`, in order; each is valid until the call returns. Throws InputErrors. */
export async function readChunk(
  given: RandomAccess,
  place: ChunkPlace,
  bounds: Bounds,
  memoryModel: MemoryModel,
  emit: (block: EventBlock) => void,
): Promise<void> {
  const file = await withSections(given);
  if (file === undefined) throw damaged(given, place.offset, 'the checksum of the file does not hold');
  const reader = new ChunkReader(file, place.first, bounds, memoryModel, emit);
  const end = place.offset + place.bytes;
  for (let offset = place.offset; offset < end; ) {
    const piece = await file.read(offset, Math.min(PIECE, end - offset));
    const taken = reader.take(piece, offset);
    if (taken === 0) throw damaged(file, offset, 'the file ends within a section');
    offset += taken;
  }
  const read = reader.position - place.first;
  if (read !== place.events) throw damaged(file, place.offset, `the chunk has ${read} events instead of ${place.events}`);
}

class ChunkReader {
  /** Of the next event. */
  position: number;
  private readonly file: RandomAccess;
  private readonly memoryModel: MemoryModel;
  private readonly emit: (block: EventBlock) => void;
  private readonly events: EventDecoder;
  private readonly unpacker = new Unpacker();

  constructor(file: RandomAccess, first: number, bounds: Bounds, memoryModel: MemoryModel, emit: (block: EventBlock) => void) {
    this.file = file;
    this.position = first;
    this.memoryModel = memoryModel;
    this.emit = emit;
    this.events = new EventDecoder(() => bounds);
  }

  /** Takes the whole sections at the start of the bytes; returns how many bytes that are. */
  take(bytes: Uint8Array, offset: number): number {
    let at = 0;
    while (at + SECTION_HEADER_SIZE <= bytes.length) {
      const header = readSectionHeader(bytes, at);
      const wrong = header === undefined ? 'no section starts here, or its header is damaged' : implausible(header);
      if (header === undefined || wrong !== undefined) throw damaged(this.file, offset + at, wrong!);
      const size = sectionSize(header.length);
      if (at + size > bytes.length) break;
      const payload = at + SECTION_HEADER_SIZE;
      if (crc32(bytes, payload, payload + header.length) !== readU32(bytes, payload + header.length))
        throw damaged(this.file, payload + offset, 'the checksum of the section does not hold');
      this.section(header, bytes, payload, offset + at);
      at += size;
    }
    return at;
  }

  private section(header: SectionHeader, bytes: Uint8Array, payload: number, offset: number): void {
    if (isOfEvents(header)) this.block(header, bytes, payload, offset);
    else if (header.type === SectionType.packed) {
      const wrong = this.unpacker.unpack(header, bytes, payload);
      if (wrong !== undefined) throw damaged(this.file, offset, wrong);
      for (const inner of innerSections(this.unpacker.bytes, this.unpacker.size)) {
        const unlikely = inner === undefined ? 'a packed section ends within one of its sections' : implausible(inner.header);
        if (inner === undefined || unlikely !== undefined) throw damaged(this.file, offset, unlikely!);
        if (isOfEvents(inner.header)) this.block(inner.header, this.unpacker.bytes, inner.start, offset);
      }
    }
  }

  private block({ type, first, count, length }: SectionHeader, bytes: Uint8Array, payload: number, offset: number): void {
    const { events, file } = this;
    const end = payload + length;
    const wrong =
      type === SectionType.predicted
        ? events.decodePredicted(bytes, payload, end, count)
        : events.decode(bytes, payload, end, count);
    if (wrong !== undefined) throw damaged(file, offset, wrong);
    if (first !== this.position)
      throw damaged(file, offset, `the section starts with event ${first} instead of ${this.position}`);
    const invalid = events.firstInvalid();
    if (invalid >= 0) throw damaged(file, offset, `event ${first + invalid}: ${events.fault(invalid)}`);
    const { block } = events;
    block.start = first;
    block.memoryModel = this.memoryModel;
    this.position += count;
    if (count > 0) this.emit(block);
  }
}
