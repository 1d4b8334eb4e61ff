// Reads ELF files (64 bits, little endian): sections, segments, build id, and where stripped debug information lies. Only what is
// asked for is read from the disk: programs with debug information are large.

import { readSync } from 'node:fs';
import { withRegularFile } from '../../base/regular-file.ts';
import { cString } from '../dwarf/strings.ts';
import { inflated, unzstd } from './unpack-section.ts';

export interface Section {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly offset: number;
  readonly size: number;
  /** Index of the section with the strings of this one. */
  readonly link: number;
}

/** A part of the file that is mapped into memory. */
export interface Segment {
  readonly offset: number;
  readonly address: number;
  readonly fileBytes: number;
  readonly memoryBytes: number;
}

export interface Elf {
  readonly path: string;
  readonly sections: readonly Section[];
  readonly segments: readonly Segment[];
  /** How many bytes of thread-local variables each thread has. */
  readonly localBytes: number;
  /** Lower case hexadecimal, or undefined. */
  readonly buildId: string | undefined;
  /** The name of the file that has the debug information of this one. */
  readonly debugLink: string | undefined;
  section(name: string): Section | undefined;
  /** The bytes of a section, unpacked; empty if there is none or it is damaged. */
  bytes(section: Section | undefined): Buffer;
}

const LOAD = 1;
const THREAD_LOCAL = 7;
const NOBITS = 8;
const COMPRESSED = 0x800;
const ZLIB = 1;
/** Of a file, as systems allow. */
const LONGEST_NAME = 4096;
const NOTHING = Buffer.alloc(0);

/** Undefined for what is no such file, or is gone, or is damaged at its head. */
export function readElf(path: string): Elf | undefined {
  try {
    return new ElfFile(path);
  } catch {
    return undefined;
  }
}

class ElfFile implements Elf {
  readonly path: string;
  readonly sections: readonly Section[];
  readonly segments: readonly Segment[];
  localBytes = 0;
  private readonly named = new Map<string, Section>();

  constructor(path: string) {
    this.path = path;
    const head = this.read(0, 64);
    const isElf = head.length === 64 && head.readUInt32BE(0) === 0x7f454c46 && head[4] === 2 && head[5] === 1;
    if (!isElf) throw new Error('no ELF file of 64 bits, little endian');
    this.segments = this.readSegments(Number(head.readBigUInt64LE(32)), head.readUInt16LE(54), head.readUInt16LE(56));
    this.sections = this.readSections(
      Number(head.readBigUInt64LE(40)),
      head.readUInt16LE(58),
      head.readUInt16LE(60),
      head.readUInt16LE(62),
    );
    for (const section of this.sections) if (!this.named.has(section.name)) this.named.set(section.name, section);
  }

  section(name: string): Section | undefined {
    return this.named.get(name);
  }

  bytes(section: Section | undefined): Buffer {
    if (section === undefined || section.type === NOBITS) return NOTHING;
    try {
      const raw = this.read(section.offset, section.size);
      if ((section.flags & COMPRESSED) !== 0) {
        const packed = raw.subarray(24);
        return raw.readUInt32LE(0) === ZLIB ? inflated(packed) : unzstd(packed);
      }
      // As old compilers did: .zdebug_line with a header of its own.
      if (section.name.startsWith('.zdebug')) return inflated(raw.subarray(12));
      return raw;
    } catch {
      return NOTHING;
    }
  }

  get buildId(): string | undefined {
    const note = this.bytes(this.section('.note.gnu.build-id'));
    if (note.length < 16) return undefined;
    const start = 12 + ((note.readUInt32LE(0) + 3) & ~3);
    return note.toString('hex', start, start + note.readUInt32LE(4));
  }

  get debugLink(): string | undefined {
    const link = this.bytes(this.section('.gnu_debuglink'));
    const name = link.length === 0 ? '' : cString(link, 0);
    return name === '' || name.length > LONGEST_NAME ? undefined : name;
  }

  private readSegments(offset: number, bytes: number, count: number): Segment[] {
    const table = this.read(offset, bytes * count);
    const segments: Segment[] = [];
    for (let at = 0; at + 56 <= table.length; at += bytes) {
      const type = table.readUInt32LE(at);
      if (type === THREAD_LOCAL) this.localBytes = Number(table.readBigUInt64LE(at + 40));
      if (type !== LOAD) continue;
      const [fileOffset, address, , fileBytes, memoryBytes] = [8, 16, 24, 32, 40].map((field) =>
        Number(table.readBigUInt64LE(at + field)),
      );
      segments.push({ offset: fileOffset!, address: address!, fileBytes: fileBytes!, memoryBytes: memoryBytes! });
    }
    return segments;
  }

  private readSections(offset: number, bytes: number, count: number, names: number): Section[] {
    if (offset === 0 || bytes < 64) return [];
    // More than 65 279 sections: the numbers that did not fit are in the first one.
    const first = this.read(offset, bytes);
    const total = count === 0 ? Number(first.readBigUInt64LE(32)) : count;
    const nameIndex = names === 0xffff ? first.readUInt32LE(40) : names;
    const table = this.read(offset, bytes * total);
    const found: (Section & { nameAt: number })[] = [];
    for (let at = 0; at + 64 <= table.length; at += bytes)
      found.push({
        name: '',
        nameAt: table.readUInt32LE(at),
        type: table.readUInt32LE(at + 4),
        flags: Number(table.readBigUInt64LE(at + 8)),
        offset: Number(table.readBigUInt64LE(at + 24)),
        size: Number(table.readBigUInt64LE(at + 32)),
        link: table.readUInt32LE(at + 40),
      });
    const strings = this.bytes(found[nameIndex]);
    return found.map((section) => ({ ...section, name: cString(strings, section.nameAt) }));
  }

  /** At most what the file has. */
  private read(offset: number, bytes: number): Buffer {
    return withRegularFile(this.path, ({ descriptor, size }) => {
      if (offset >= size) return NOTHING;
      const buffer = Buffer.alloc(Math.max(0, Math.min(bytes, size - offset)));
      return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, offset));
    });
  }
}
