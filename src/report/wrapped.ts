// Sentences in lines of a terminal.

import { display } from '../base/quote.ts';

/** What stands below the head of a finding. */
export const INDENT = '     ';
/** Where there is no terminal. */
export const WIDTH = 100;

/** A sentence cut at blanks into indented lines; those after the first may be indented further. */
export function wrapped(sentence: string, width: number, indent: string = INDENT, further: string = indent): string {
  const lines: string[] = [];
  let line = indent;
  let empty = true;
  for (const word of display(sentence).split(' ')) {
    if (!empty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = further;
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line].map((one) => `${one}\n`).join('');
}
