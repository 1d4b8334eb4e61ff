// An input that is no trace: says what it looks like instead, and what would be understood.

import { InputError } from '../base/error.ts';
import { quote } from '../base/quote.ts';
import type { Format } from './format.ts';

/** Signatures of what people hand over by mistake. */
const SIGNATURES: readonly { readonly bytes: readonly number[]; readonly what: string; readonly hint?: string }[] = [
  { bytes: [0x1f, 0x8b], what: 'gzip data', hint: 'unpack it first' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], what: 'zstd data', hint: 'unpack it first' },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], what: 'xz data', hint: 'unpack it first: xz -dc FILE | foretrace … -' },
  { bytes: [0x42, 0x5a, 0x68], what: 'bzip2 data', hint: 'unpack it first: bzip2 -dc FILE | foretrace … -' },
  { bytes: [0x50, 0x4b, 3, 4], what: 'a zip archive', hint: 'unpack it first' },
  { bytes: [0x7f, 0x45, 0x4c, 0x46], what: 'an ELF program', hint: 'record it first; a trace is what the recorder writes' },
  { bytes: [0xcf, 0xfa, 0xed, 0xfe], what: 'a Mach-O program', hint: 'record it first; a trace is what the recorder writes' },
  { bytes: [0xca, 0xfe, 0xba, 0xbe], what: 'a Java class or a Mach-O program' },
  { bytes: [0x4d, 0x5a], what: 'a Windows program' },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'a PDF document' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: 'a PNG picture' },
  { bytes: [0xff, 0xfe], what: 'UTF-16 text', hint: 'save it as UTF-8: iconv -f UTF-16 -t UTF-8' },
  { bytes: [0xfe, 0xff], what: 'UTF-16 text', hint: 'save it as UTF-8: iconv -f UTF-16 -t UTF-8' },
];

const LINE_SHOWN = 200;

export function unrecognised(head: Uint8Array, formats: readonly Format[]): InputError {
  const { what, hint } = look(head);
  const known = formats.map((format) => format.id).join(', ');
  return new InputError(
    'FORMAT_UNKNOWN',
    {},
    `this is no trace that foretrace knows: it looks like ${what}`,
    hint ?? `formats are ${known}; name one with --input-format (convert: --from) if it is one of them`,
  );
}

function look(head: Uint8Array): { readonly what: string; readonly hint?: string | undefined } {
  for (const { bytes, what, hint } of SIGNATURES) if (bytes.every((byte, i) => head[i] === byte)) return { what, hint };
  const zeros = [0, 0];
  for (let i = 0; i < head.length; i++) if (head[i] === 0) zeros[i & 1]!++;
  const [even, odd] = zeros as [number, number];
  if (Math.max(even, odd) * 3 > head.length && Math.min(even, odd) * 10 < head.length)
    return { what: 'UTF-16 text without a mark', hint: `save it as UTF-8: iconv -f UTF-16${even > odd ? 'BE' : 'LE'} -t UTF-8` };
  if (even + odd > 0) return { what: 'binary data' };
  const text = new TextDecoder().decode(head);
  const line = text.split('\n').find((candidate) => candidate.trim() !== '') ?? '';
  if (/^\s*[[{]/.test(line)) return { what: 'JSON' };
  if (/^\s*</.test(line)) return { what: 'XML or HTML' };
  // A few broken characters are a text in another encoding; many are no text.
  if (text.split('\ufffd').length - 1 > text.length / 10) return { what: 'binary data' };
  return { what: `text whose first line is ${quote(line.slice(0, LINE_SHOWN))}` };
}
