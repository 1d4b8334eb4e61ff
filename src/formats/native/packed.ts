// Packed sections: some sections with short headers one after the other, deflated as one. A packed section holds the events of one
// block and the names that they need, so that a reader can begin at each, and loses one with what is damaged.

import { Cursor, writeVarint } from '../../base/varint.ts';
import { newInflate } from './deflate.ts';
import { frameSection, type SectionHeader, sectionSize } from './frame.ts';
import { MAX_PAYLOAD, MAX_VARINT_SIZE, SECTION_HEADER_SIZE, SectionType } from './layout.ts';
import { isOfEvents } from './plausible.ts';

const MOST_HEADER = 2 + 3 * MAX_VARINT_SIZE;
/** Decoders may look at so many bytes behind a payload. */
const BEHIND = 8;

export class Packer {
  private readonly deflated: (bytes: Uint8Array) => Uint8Array;
  private readonly write: (bytes: Uint8Array) => void;
  private content = new Uint8Array(1 << 16);
  private used = 0;
  private first = 0;
  private events = 0;

  constructor(deflated: (bytes: Uint8Array) => Uint8Array, write: (bytes: Uint8Array) => void) {
    this.deflated = deflated;
    this.write = write;
  }

  add(header: Omit<SectionHeader, 'length'>, payload: Uint8Array): void {
    const { type, table, first, count } = header;
    if (this.used + MOST_HEADER + payload.length > MAX_PAYLOAD) this.flush();
    this.makeRoom(this.used + MOST_HEADER + payload.length);
    const { content } = this;
    content[this.used] = type;
    content[this.used + 1] = table;
    let at = this.used + 2;
    for (const number of [payload.length, first, count]) at = writeVarint(content, at, number);
    content.set(payload, at);
    this.used = at + payload.length;
    if (isOfEvents(header)) {
      this.first = first;
      this.events = count;
    }
  }

  /** Makes room for the events of one more block, and the names that they need. */
  next(): void {
    if (this.events > 0) this.flush();
  }

  /** Writes what was added as one section. */
  flush(): void {
    if (this.used === 0) return;
    const packed = this.deflated(this.content.subarray(0, this.used));
    const bytes = new Uint8Array(sectionSize(packed.length + MAX_VARINT_SIZE));
    const at = writeVarint(bytes, SECTION_HEADER_SIZE, this.used);
    bytes.set(packed, at);
    const length = at - SECTION_HEADER_SIZE + packed.length;
    const section = bytes.subarray(0, sectionSize(length));
    frameSection(section, { type: SectionType.packed, table: 0, length, first: this.first, count: this.events });
    this.write(section);
    this.used = 0;
    this.events = 0;
  }

  private makeRoom(length: number): void {
    if (length <= this.content.length) return;
    const larger = new Uint8Array(Math.max(length, 2 * this.content.length));
    larger.set(this.content.subarray(0, this.used));
    this.content = larger;
  }
}

/** What is in a packed section: headers, each with its payload from `start` on. */
export class Unpacker {
  /** The bytes that the payloads are in, until the next call. */
  bytes = new Uint8Array(0);
  /** How many of them there are. */
  size = 0;
  private readonly inflate = newInflate();

  /** Unpacks the payload at bytes[start…]; returns what is wrong with it, if anything. */
  unpack({ length }: SectionHeader, bytes: Uint8Array, start: number): string | undefined {
    const cursor = new Cursor(bytes, start, start + length);
    const size = cursor.varint();
    if (size < 0 || size > MAX_PAYLOAD) return `the section claims to be ${size} bytes long unpacked; ${MAX_PAYLOAD} are allowed`;
    if (size + BEHIND > this.bytes.length) this.bytes = new Uint8Array(Math.max(size + BEHIND, 2 * this.bytes.length));
    this.size = size;
    const isWhole = this.inflate(bytes, cursor.at, start + length, this.bytes, size);
    return isWhole ? undefined : 'the section cannot be unpacked';
  }
}

/** The sections in bytes[0..size). The last one is undefined if the bytes end within it. */
export function* innerSections(
  bytes: Uint8Array,
  size: number,
): Generator<{ readonly header: SectionHeader; readonly start: number } | undefined> {
  for (let at = 0; at < size; ) {
    const cursor = new Cursor(bytes, at + 2, size);
    const [length, first, count] = [cursor.varint(), cursor.varint(), cursor.varint()];
    if (Math.min(length, first, count) < 0 || length > size - cursor.at) {
      yield undefined;
      return;
    }
    yield { header: { type: bytes[at]!, table: bytes[at + 1]!, length, first, count }, start: cursor.at };
    at = cursor.at + length;
  }
}
