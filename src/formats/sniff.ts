// The first lines of an input, for those who recognise a text format by content.

import { NEWLINE } from './ascii.ts';

const decoder = new TextDecoder();
// What a line of text has none of, or little. Noise consists of them by half.
const STRANGE = /[\0-\x08\x0e-\x1f\x7f\ufffd]/g;

/**
 * The first lines (at most `count`) that are neither blank nor a comment, without their ends. Undefined if one of the lines on
 * the way is no text. The last one may be cut by the end of the head.
 */
export function contentLines(head: Uint8Array, count: number): readonly string[] | undefined {
  const lines: string[] = [];
  for (let start = 0; start < head.length && lines.length < count; ) {
    const newline = head.indexOf(NEWLINE, start);
    const end = newline < 0 ? head.length : newline;
    // TextDecoder also takes a byte order mark away; one in the middle is as good as a blank.
    const line = decoder.decode(head.subarray(start, end)).replace(/\r$/, '');
    const strange = line.match(STRANGE)?.length ?? 0;
    if (strange * 4 > line.length) return undefined;
    if (!/^\s*(?:#|$)/.test(line)) lines.push(line);
    start = end + 1;
  }
  return lines;
}
