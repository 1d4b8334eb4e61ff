// The first lines of an input, for those who recognise a text format by content.

import { NEWLINE } from './ascii.ts';

const decoder = new TextDecoder();
const CONTROL = /[\0-\x08\x0a-\x1f]/;

/**
 * The first lines (at most `count`) that are neither blank nor a comment, without their ends. Undefined if one of the lines on
 * the way has control characters: then it is no text. The last one may be cut by the end of the head.
 */
export function contentLines(head: Uint8Array, count: number): readonly string[] | undefined {
  const lines: string[] = [];
  for (let start = 0; start < head.length && lines.length < count; ) {
    const newline = head.indexOf(NEWLINE, start);
    const end = newline < 0 ? head.length : newline;
    // TextDecoder also takes a byte order mark away; one in the middle is as good as a blank.
    const line = decoder.decode(head.subarray(start, end)).replace(/\r$/, '');
    if (CONTROL.test(line)) return undefined;
    if (!/^\s*(?:#|$)/.test(line)) lines.push(line);
    start = end + 1;
  }
  return lines;
}
