// A short file for those who read anywhere in a file: as the plain file that it stands for.

import { joinedBytes } from '../../base/joined-bytes.ts';
import { fileHeader, frameSection, sectionSize } from './frame.ts';
import { FILE_HEADER_SIZE, MAX_SHORT, SECTION_HEADER_SIZE, SHORT_FEATURE } from './layout.ts';
import { innerSections } from './packed.ts';
import type { RandomAccess } from './section-scan.ts';
import { sectionsOf } from './short-content.ts';
import { contentOf } from './short-file.ts';

/** The file itself if it is not short; undefined if it is damaged. */
export async function withSections(file: RandomAccess): Promise<RandomAccess | undefined> {
  const head = await file.read(0, FILE_HEADER_SIZE);
  if (fileHeader(SHORT_FEATURE).some((byte, i) => head[i] !== byte)) return file;
  const whole = await file.read(0, Math.min(file.size, FILE_HEADER_SIZE + MAX_SHORT + 1));
  const content = contentOf(whole, FILE_HEADER_SIZE, whole.length);
  const sections = content && sectionsOf(content);
  if (sections === undefined) return undefined;
  const pieces: Uint8Array[] = [fileHeader()];
  for (const section of innerSections(sections, sections.length)) {
    if (section === undefined) return undefined;
    const { header, start } = section;
    const bytes = new Uint8Array(sectionSize(header.length));
    bytes.set(sections.subarray(start, start + header.length), SECTION_HEADER_SIZE);
    frameSection(bytes, header);
    pieces.push(bytes);
  }
  const plain = joinedBytes(pieces);
  const read = async (offset: number, length: number) => plain.subarray(offset, offset + length);
  return { name: file.name, size: plain.length, read };
}
