// foretrace's own format: columns in checked sections. The specification is in docs/formats.md.

import { operations } from '../../trace/operation.ts';
import type { Format } from '../format.ts';
import { readSectionHeader } from './frame.ts';
import { MAGIC, MARKER, SECTION_HEADER_SIZE } from './layout.ts';
import { NativeReader } from './reader.ts';
import { ShortWriter } from './short-writer.ts';
import { NativeWriter } from './writer.ts';

/** So many bytes of the signature must be right: one damaged byte, or line ends that were translated, do not hide the file. */
const ENOUGH = 6;

export const native: Format = {
  id: 'native',
  title: 'foretrace’s own: columns in checked sections',
  extensions: ['ftrace'],
  operations: operations.map((operation) => operation.op),
  locations: true,
  stacks: true,
  limits: 'names of at most 1 MiB',
  recognise: (head) => hasSignature(head) || hasSection(head),
  reader: (options) => new NativeReader(options),
  writer: (options) => (options.plain === true ? new NativeWriter(options) : new ShortWriter(options)),
};

function hasSignature(head: Uint8Array): boolean {
  const length = Math.min(head.length, MAGIC.length);
  let same = 0;
  let prefix = 0;
  for (let i = 0; i < length; i++) {
    if (head[i] !== MAGIC[i]) continue;
    same++;
    if (prefix === i) prefix++;
  }
  return same >= ENOUGH || prefix >= 4 || (length > 0 && prefix === head.length);
}

function hasSection(head: Uint8Array): boolean {
  for (
    let at = head.indexOf(MARKER[0]!);
    at >= 0 && at + SECTION_HEADER_SIZE <= head.length;
    at = head.indexOf(MARKER[0]!, at + 1)
  )
    if (readSectionHeader(head, at) !== undefined) return true;
  return false;
}
