// Where the sections of a native file are, from their headers alone: a few bytes of each, however long the file is. For those who cut it.

import { InputError } from '../../base/error.ts';
import { readSectionHeader, type SectionHeader, sectionSize } from './frame.ts';
import { FILE_HEADER_SIZE, MAGIC, SECTION_HEADER_SIZE, SectionType } from './layout.ts';
import { implausible, isOfEvents } from './plausible.ts';
import { withSections } from './short-access.ts';

/** Bytes of a file that need not be read in order. */
export interface RandomAccess {
  /** For messages. */
  readonly name: string;
  readonly size: number;
  /** The bytes from `offset` on, fewer than asked for only at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** A section that has events, packed or not. */
export interface EventSection {
  readonly offset: number;
  readonly bytes: number;
  /** Position of its first event, and how many there are. */
  readonly first: number;
  readonly count: number;
}

/** Headers lie a block apart: to read more at once would be to read all. */
export async function eventSections(given: RandomAccess): Promise<EventSection[]> {
  const file = await withSections(given);
  if (file === undefined) throw damaged(given, FILE_HEADER_SIZE, 'the checksum of the file does not hold');
  const head = await file.read(0, MAGIC.length);
  if (MAGIC.some((byte, i) => head[i] !== byte))
    throw new InputError(
      'FORMAT_CANNOT_EXPRESS',
      { file: file.name },
      'only a native trace can be cut, and this is none',
      'convert it first, unpacked from gzip or zstd: foretrace convert TRACE --output TRACE.ftrace',
    );
  const found: EventSection[] = [];
  for (let offset = FILE_HEADER_SIZE; offset < file.size; ) {
    const header = await headerAt(file, offset);
    const bytes = sectionSize(header.length);
    if (offset + bytes > file.size) throw damaged(file, offset, 'the file ends within a section');
    if (header.type === SectionType.end) break;
    const { first, count } = header;
    if ((isOfEvents(header) || header.type === SectionType.packed) && count > 0) found.push({ offset, bytes, first, count });
    offset += bytes;
  }
  return found;
}

async function headerAt(file: RandomAccess, offset: number): Promise<SectionHeader> {
  const bytes = await file.read(offset, SECTION_HEADER_SIZE);
  const header = bytes.length < SECTION_HEADER_SIZE ? undefined : readSectionHeader(bytes, 0);
  if (header === undefined) throw damaged(file, offset, 'no section starts here, or its header is damaged');
  const wrong = implausible(header);
  if (wrong !== undefined) throw damaged(file, offset, wrong);
  return header;
}

export function damaged({ name }: Pick<RandomAccess, 'name'>, offset: number, what: string): InputError {
  return new InputError('TRACE_CORRUPT', { file: name, offset }, what, 'record or copy it again; a damaged trace cannot be cut');
}
