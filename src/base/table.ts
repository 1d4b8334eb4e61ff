// Tables for a person: columns padded to their widest cell, two spaces apart. All that prints a table prints it with these.

import { display } from './quote.ts';

/** By column; those that are not named are `left`. */
export type Alignment = readonly ('left' | 'right')[];

/** The cells, each padded to the widest of its column, for lines that are styled cell by cell. A last column on the left stays as it is. */
export function aligned(rows: readonly (readonly string[])[], alignment: Alignment = []): string[][] {
  const widths: number[] = [];
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  return rows.map((row) =>
    row.map((cell, i) => {
      if (alignment[i] === 'right') return cell.padStart(widths[i]!);
      return i === widths.length - 1 ? cell : cell.padEnd(widths[i]!);
    }),
  );
}

/** Rows as aligned columns, a line each; a head is a row. Cells are escaped. */
export function columns(rows: readonly (readonly string[])[], alignment: Alignment = []): string {
  const shown = rows.map((row) => row.map(display));
  return aligned(shown, alignment)
    .map((row) => `${row.join('  ').trimEnd()}\n`)
    .join('');
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
