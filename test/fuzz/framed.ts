// Breaks what is inside of checksums: sections of native and grammar files are changed and framed anew, so that readers believe them.

import { crc32 } from '../../src/base/crc32.ts';
import { frameSection, readSectionHeader, type SectionHeader, sectionSize } from '../../src/formats/native/frame.ts';
import { FILE_HEADER_SIZE, readU32, SECTION_HEADER_SIZE, SectionType, writeU32 } from '../../src/formats/native/layout.ts';
import { innerSections, Unpacker } from '../../src/formats/native/packed.ts';
import { type Broken, mutate, type Random } from './mutate.ts';

interface Section {
  readonly header: SectionHeader;
  readonly payload: Uint8Array;
}

const NUMBERS = [0, 1, 2, 255, 65_535, 65_536, 65_537, 0x7fff_fffd, 0x7fff_ffff, 0xffff_fffe, 0xffff_ffff];

/** `unpack`: what is in packed sections stands beside the others. */
function sectionsOf(bytes: Uint8Array, unpack: boolean): Section[] {
  const found: Section[] = [];
  for (let at = FILE_HEADER_SIZE; at + SECTION_HEADER_SIZE <= bytes.length; ) {
    const header = readSectionHeader(bytes, at);
    if (header === undefined || at + sectionSize(header.length) > bytes.length) break;
    const payload = at + SECTION_HEADER_SIZE;
    if (unpack && header.type === SectionType.packed) found.push(...unpacked(header, bytes, payload));
    else found.push({ header, payload: bytes.slice(payload, payload + header.length) });
    at += sectionSize(header.length);
  }
  return found;
}

function unpacked(header: SectionHeader, bytes: Uint8Array, start: number): Section[] {
  const unpacker = new Unpacker();
  if (unpacker.unpack(header, bytes, start) !== undefined) return [];
  return [...innerSections(unpacker.bytes, unpacker.size)].flatMap((section) => {
    if (section === undefined) return [];
    const { header, start } = section;
    return [{ header, payload: unpacker.bytes.slice(start, start + header.length) }];
  });
}

function framed({ header, payload }: Section): Uint8Array {
  const bytes = new Uint8Array(sectionSize(payload.length));
  bytes.set(payload, SECTION_HEADER_SIZE);
  frameSection(bytes, { ...header, length: payload.length });
  return bytes;
}

function changed(list: Section[], random: Random, other: readonly Section[]): [Section[], string] {
  const at = random.below(list.length);
  const { header, payload } = list[at]!;
  const number = (old: number): number => (random.below(2) === 0 ? random.of(NUMBERS) : old + random.below(5) - 2) >>> 0;
  switch (random.below(8)) {
    case 0:
      return [list.with(at, { header: { ...header, first: number(header.first) }, payload }), 'first'];
    case 1:
      return [list.with(at, { header: { ...header, count: number(header.count) }, payload }), 'count'];
    case 2:
      return [
        list.with(at, { header: { ...header, type: random.of([1, 2, 3, 4, 6, 7, 8, 16, 17, 18, 99, 200]) }, payload }),
        'type',
      ];
    case 3:
      return [list.with(at, { header: { ...header, table: random.below(6) }, payload }), 'table'];
    case 4:
      return [list.toSpliced(at, 1), 'drop'];
    case 5:
      return [list.toSpliced(random.below(list.length), 0, list[at]!), 'repeat section'];
    case 6:
      return other.length === 0 ? [list, 'nothing'] : [list.with(at, random.of(other)), 'graft section'];
    default: {
      const { bytes, how } = mutate(payload, random, random.of(list).payload);
      return [list.with(at, { header, payload: bytes }), `payload: ${how}`];
    }
  }
}

export function mutateFramed(bytes: Uint8Array, random: Random, other: Uint8Array): Broken {
  const unpack = random.below(2) === 0;
  let sections = sectionsOf(bytes, unpack);
  if (sections.length === 0) return mutate(bytes, random, other);
  const others = sectionsOf(other, unpack);
  const how: string[] = [];
  for (let times = 1 + random.below(3); times > 0 && sections.length > 0; times--) {
    const [next, what] = changed(sections, random, others);
    sections = next;
    how.push(what);
  }
  const head = new Uint8Array(bytes.subarray(0, FILE_HEADER_SIZE));
  if (crc32(head, 0, 12) !== readU32(head, 12)) writeU32(head, 12, crc32(head, 0, 12));
  return { bytes: new Uint8Array(Buffer.concat([head, ...sections.map(framed)])), how: how.join(', ') };
}
