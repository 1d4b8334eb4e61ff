// Lists for a person: columns padded to their widest cell.

import { display } from './quote.ts';

/** Rows as aligned columns, two spaces apart, a line each. Cells are escaped; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[], align: readonly ('left' | 'right')[] = []): string {
  const shown = rows.map((row) => row.map(display));
  const widths: number[] = [];
  for (const row of shown) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  const lines = shown.map((row) =>
    row.map((cell, i) => (align[i] === 'right' ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))).join('  '),
  );
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** A sentence cut into indented lines of at most `width` characters. */
export function wrapped(text: string, indent: string, width = 100): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of display(text).split(' ')) {
    if (line.length + word.length + 1 > width && line !== indent) {
      lines.push(line);
      line = indent;
    }
    line += line === indent ? word : ` ${word}`;
  }
  return `${[...lines, line].join('\n')}\n`;
}
