// Reads native files. Strict: the first damage is an error with its offset. Lenient: goes on with the next section whose
// checksums hold and counts what is missing, so that a flipped bit costs one section and a crash the one being written.

import { crc32 } from '../../base/crc32.ts';
import type { ErrorCode, Place } from '../../base/error.ts';
import { BLOCK_SIZE } from '../../trace/block.ts';
import { bounds, newSymbols } from '../../trace/symbols.ts';
import type { ReaderOptions, TraceReader } from '../format.ts';
import { decodeAside } from './aside.ts';
import { EventDecoder } from './events.ts';
import { readSectionHeader, type SectionHeader, sectionSize } from './frame.ts';
import * as layout from './layout.ts';
import { type Decoding, decodeLocations } from './locations.ts';
import { MetadataDecoder } from './metadata.ts';
import { NameDecoder, type Problem } from './names.ts';
import { innerSections, Unpacker } from './packed.ts';
import { implausible, isOfEvents } from './plausible.ts';
import { ShapeDecoder } from './shapes-decode.ts';
import { sectionsOf } from './short-content.ts';
import { contentOf } from './short-file.ts';
import { ByteWindow } from './window.ts';

const { SectionType } = layout;

const DAMAGED = 'record or copy it again, or read what is left with --lenient';
const CUT = 'the recorder was stopped or the copy is not complete; read what is there with --lenient';
const NEWER = 'a newer foretrace wrote it; update, or convert it there to another format';
const FAULTY = 'the recorder that wrote it has a fault; read the rest with --lenient';

/**
 * A damaged section is searched for sections inside, because bytes may be missing from it. Headers made to overlap could turn
 * that into quadratic time; when so many times the bytes of the file were checked in vain, damaged sections are skipped whole.
 */
const MOST_WASTED = 8;

/** A section of a few dozen bytes may hold a whole block of events: after so many the caller has its turn. */
const MOST_EVENTS = 4 * BLOCK_SIZE;

/** So many unpacked bytes of anything count as an event: names that few bytes stand for take their time, too. */
const BYTES_PER_TURN = 16;

export class NativeReader implements TraceReader {
  readonly symbols = newSymbols();
  private readonly options: ReaderOptions;
  private readonly window = new ByteWindow();
  private readonly events = new EventDecoder(() => bounds(this.symbols));
  private readonly names = new NameDecoder(this.symbols);
  private readonly pairs = new MetadataDecoder();
  private readonly unpacker = new Unpacker();
  private readonly shapes = new ShapeDecoder();
  readonly metadata = this.pairs.pairs;

  /** How far the file is understood. */
  private begun = false;
  /** There are no sections: what is behind the header is one thing. */
  private short = false;
  private ended = false;
  /** Damage was met and told; everything is passed over until a section holds. */
  private searching = false;
  /** Whole sections may be left: enough events came out of the last call. */
  private paused = false;
  /** Events that came out of this call. */
  private out = 0;
  /** Bytes passed over. */
  private skipped = 0;
  /** Bytes whose checksum was computed and did not hold. */
  private wasted = 0;
  /** Damage was met since the last events section: explains a gap in the positions. */
  private damaged = false;

  /** Position in the file of the next event. */
  private expected = 0;
  private lost = 0;
  /** Position in the trace of the next event: lower than `expected` once events were lost. */
  private emitted = 0;
  /** Of the section being emitted. */
  private offset = 0;
  private first = 0;

  constructor(options: ReaderOptions) {
    this.options = options;
  }

  push(bytes: Uint8Array): void {
    this.window.append(bytes);
    this.parse(false, MOST_EVENTS);
    this.window.keep();
  }

  more(): boolean {
    if (!this.paused) return false;
    this.parse(false, MOST_EVENTS);
    this.window.keep();
    return true;
  }

  end(): void {
    this.parse(true, Number.POSITIVE_INFINITY);
    if (!this.ended && !this.searching) this.truncated('the file has no end section');
  }

  place(i: number): Place {
    return { file: this.options.file, offset: this.offset, event: this.first + i };
  }

  notes(): string[] {
    const notes: string[] = [];
    if (this.lost > 0) notes.push(`${this.lost} events were lost to damage`);
    if (!this.ended) notes.push('the recording has no end: events after the last one may be missing');
    if (this.names.lost > 0) notes.push(`${this.names.lost} names were lost and are shown as kind#id`);
    if (this.skipped > 0) notes.push(`${this.skipped} bytes were passed over`);
    return notes;
  }

  /** Until more bytes are needed, or at least `most` events are out. */
  private parse(final: boolean, most: number): void {
    this.out = 0;
    this.paused = false;
    if (!this.begun && !this.fileHeader(final)) return;
    if (this.short) {
      if (final || this.window.length > layout.MAX_SHORT) this.takeShort();
      return;
    }
    while (this.window.length > 0 && this.section(final))
      if (this.out >= most) {
        this.paused = true;
        return;
      }
  }

  /** False if more bytes are needed. */
  private fileHeader(final: boolean): boolean {
    const { window } = this;
    if (window.length < layout.FILE_HEADER_SIZE && !final) return false;
    this.begun = true;
    const { bytes, start, length } = window;
    const whole = Math.min(length, layout.MAGIC.length);
    for (let i = 0; i < whole; i++)
      if (bytes[start + i] !== layout.MAGIC[i]) {
        const text = i >= 4 || bytes[start] === (layout.MAGIC[0]! & 127);
        const hint = text ? 'it was copied as text; copy it as binary' : DAMAGED;
        this.problem('TRACE_CORRUPT', i, 'the signature at the start of the file is damaged', hint);
        return this.search();
      }
    if (length < layout.FILE_HEADER_SIZE) {
      this.truncated('the file ends within its header');
      return this.search();
    }
    if (crc32(bytes, start, start + 12) !== layout.readU32(bytes, start + 12)) {
      this.problem('TRACE_CORRUPT', 8, 'the checksum of the file header does not hold', DAMAGED);
      return this.search();
    }
    const version = bytes[start + 8]! | (bytes[start + 9]! << 8);
    const features = bytes[start + 10]! | (bytes[start + 11]! << 8);
    if (version !== layout.VERSION || features > layout.SHORT_FEATURE)
      this.problem(
        'TRACE_VERSION',
        8,
        `the file has version ${version} and features ${features}; 1, and 0 to 2, are known`,
        NEWER,
      );
    window.skip(layout.FILE_HEADER_SIZE);
    this.short = features === layout.SHORT_FEATURE;
    return true;
  }

  /** Takes a short file, of which all bytes are there or too many. What is damaged is lost as a whole. */
  private takeShort(): void {
    const { window } = this;
    if (this.searching) {
      this.passOver(window.length);
      return;
    }
    const content = contentOf(window.bytes, window.start, window.end);
    if (content === undefined) {
      this.damage(0, 'the checksum of the file does not hold, or it was cut', window.length);
      return;
    }
    const sections = sectionsOf(content);
    const wrong =
      sections === undefined
        ? 'the file does not hold what it should'
        : this.takeInner(sections, sections.length, layout.MAX_SHORT);
    if (wrong !== undefined) this.damage(0, wrong, 0);
    window.skip(window.length);
  }

  /** Takes one section or steps over damage. False if more bytes are needed, or none are left to understand. */
  private section(final: boolean): boolean {
    const { window } = this;
    if (this.ended) {
      if (!this.searching) this.problem('TRACE_CORRUPT', window.offset, 'the file goes on after its end section', DAMAGED);
      this.search();
      return this.passOver(window.length);
    }
    if (this.searching && !this.seek(final)) return false;
    if (window.length < layout.SECTION_HEADER_SIZE) return final && this.cutHere();
    const header = readSectionHeader(window.bytes, window.start);
    if (header === undefined) return this.damage(0, 'no section starts here, or its header is damaged', 1);
    const wrong = implausible(header);
    if (wrong !== undefined) return this.damage(0, wrong, 1);
    const size = sectionSize(header.length);
    if (window.length < size) return final && this.cutHere();
    const payload = window.start + layout.SECTION_HEADER_SIZE;
    const end = payload + header.length;
    if (crc32(window.bytes, payload, end) !== layout.readU32(window.bytes, end)) {
      this.wasted += size;
      const step = this.wasted > MOST_WASTED * (window.offset + size) ? size : 1;
      return this.damage(layout.SECTION_HEADER_SIZE, 'the checksum of the section does not hold', step);
    }
    this.searching = false;
    this.take(header, window.bytes, payload);
    window.skip(size);
    return true;
  }

  /** The payload stands at bytes[payload…], with a few bytes behind. */
  private take(header: SectionHeader, bytes: Uint8Array, payload: number): void {
    const { offset } = this.window;
    const faulty = (what: string) => this.problem('TRACE_CORRUPT', offset, what, FAULTY);
    switch (header.type) {
      case SectionType.symbols:
        this.names.decode(header, bytes, payload, this.skipped, faulty);
        break;
      case SectionType.events:
      case SectionType.predicted:
        this.takeEvents(header, bytes, payload);
        break;
      case SectionType.metadata: {
        const wrong = this.pairs.decode(header, bytes, payload);
        if (wrong !== undefined) faulty(wrong);
        break;
      }
      case SectionType.end:
        this.gap(header.first);
        this.ended = true;
        break;
      case SectionType.locations:
        decodeLocations(header, bytes, payload, this.decoding(faulty));
        break;
      case SectionType.packed: {
        const wrong = this.takePacked(header, bytes, payload);
        if (wrong === undefined) break;
        this.damaged = true;
        faulty(wrong);
        break;
      }
      case SectionType.shapes: {
        const { shapes } = this;
        const wrong = shapes.decode(header, bytes, payload);
        if (wrong !== undefined) faulty(wrong);
        else this.names.decode({ ...header, length: shapes.length }, shapes.names, 0, this.skipped, faulty);
        break;
      }
      default: {
        if (header.type < layout.FIRST_OPTIONAL_TYPE)
          this.problem('TRACE_VERSION', offset, `sections of type ${header.type} are unknown`, NEWER);
        const wrong = decodeAside(header, bytes, payload, this.symbols);
        if (wrong !== undefined) faulty(wrong);
      }
    }
  }

  /** Takes the sections inside; returns what is wrong with it, if anything. */
  private takePacked(header: SectionHeader, bytes: Uint8Array, payload: number): string | undefined {
    const { unpacker } = this;
    const wrong = unpacker.unpack(header, bytes, payload);
    if (wrong !== undefined) return wrong;
    this.out += unpacker.size / BYTES_PER_TURN;
    return this.takeInner(unpacker.bytes, unpacker.size, header.count);
  }

  /** Takes the sections in bytes[0..size), which have so many events at most, with a few bytes behind; returns what is wrong, if anything. */
  private takeInner(bytes: Uint8Array, size: number, most: number): string | undefined {
    let events = 0;
    for (const section of innerSections(bytes, size)) {
      if (section === undefined) return 'a packed section ends within one of its sections';
      const inner = section.header;
      if (inner.type === SectionType.packed) return 'a packed section is in a packed section';
      if (isOfEvents(inner)) events += inner.count;
      if (events > most) return `a packed section has more than the ${most} events that it claims`;
      const unlikely = implausible(inner);
      if (unlikely !== undefined) return unlikely;
      this.take(inner, bytes, section.start);
    }
    return undefined;
  }

  private decoding(problem: Problem): Decoding {
    const { symbols, names, skipped } = this;
    return { symbols, names, skipped, problem };
  }

  private takeEvents({ type, first, count, length }: SectionHeader, bytes: Uint8Array, payload: number): void {
    const { window, events } = this;
    if (first < this.expected) {
      const what = `the section starts with event ${first}, which was read before`;
      this.problem('TRACE_CORRUPT', window.offset, what, DAMAGED);
      return;
    }
    const end = payload + length;
    const wrong =
      (type === SectionType.predicted
        ? events.decodePredicted(bytes, payload, end, count)
        : events.decode(bytes, payload, end, count)) ?? this.nameless(first);
    if (wrong !== undefined) {
      this.damaged = true;
      this.problem('TRACE_CORRUPT', window.offset, wrong, FAULTY);
      return;
    }
    this.gap(first);
    const { block } = events;
    block.start = this.emitted;
    this.offset = window.offset;
    this.first = first;
    this.expected = first + count;
    this.emitted += count;
    this.out += count;
    this.damaged = false;
    if (count > 0) this.options.emit(block);
  }

  /** What is wrong with an event of the block, unless lenient and lost names explain it. */
  private nameless(first: number): string | undefined {
    const { events } = this;
    const invalid = events.firstInvalid();
    if (invalid < 0) return undefined;
    const fault = `event ${first + invalid}: ${events.fault(invalid)}`;
    if (this.options.problems.strict) return fault;
    const used = events.idsUsed();
    if (used === undefined || !used.every((size, table) => this.names.fill(table, size, this.skipped))) return fault;
    events.firstInvalid();
    // Bytes that were passed over explain it; without any it is a problem of its own.
    if (this.skipped === 0) this.problem('TRACE_CORRUPT', this.window.offset, fault, FAULTY);
    return undefined;
  }

  /** Counts the events that are missing before position `next`. */
  private gap(next: number): void {
    if (next === this.expected) return;
    const { offset } = this.window;
    if (next < this.expected) {
      this.problem('TRACE_CORRUPT', offset, `the file says that it has ${next} events and has more`, DAMAGED);
    } else {
      if (!this.damaged) this.problem('TRACE_CORRUPT', offset, `events ${this.expected} to ${next - 1} are missing`, DAMAGED);
      this.lost += next - this.expected;
    }
  }

  /** Tells of damage at the section at hand, once, and starts to search `step` bytes on. */
  private damage(at: number, what: string, step: number): true {
    if (!this.searching) this.problem('TRACE_CORRUPT', this.window.offset + at, what, DAMAGED);
    this.search();
    return this.passOver(step);
  }

  private cutHere(): true {
    if (!this.searching) this.truncated('the file ends within a section');
    this.search();
    return this.passOver(1);
  }

  private truncated(what: string): void {
    this.problem('TRACE_TRUNCATED', this.window.offset + this.window.length, what, CUT);
  }

  private search(): true {
    this.searching = true;
    this.damaged = true;
    return true;
  }

  /** Moves on to the next section header whose checksum holds. False if there is none in the bytes at hand. */
  private seek(final: boolean): boolean {
    const { window } = this;
    const { bytes, end } = window;
    for (let at = window.start; at < end; at++) {
      if (bytes[at] !== layout.MARKER[0]) continue;
      const enough = end - at >= layout.SECTION_HEADER_SIZE;
      if (enough ? readSectionHeader(bytes, at) !== undefined : !final) {
        this.passOver(at - window.start);
        return enough;
      }
    }
    this.passOver(window.length);
    return false;
  }

  private passOver(count: number): true {
    this.skipped += count;
    this.window.skip(count);
    return true;
  }

  private problem(code: ErrorCode, offset: number, what: string, hint: string): void {
    this.options.problems.report({ code, place: { file: this.options.file, offset }, what, hint });
  }
}
