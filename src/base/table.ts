// Tables for a person: columns padded to their widest cell, two spaces apart. All that prints a table prints it with these.

import { display } from './quote.ts';
import { shortened } from './shortened.ts';

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

/** How wide lines may be. */
export interface Measure {
  readonly width: number;
  /** A word that does not fit into a line is shortened; else it sticks out. */
  readonly shortens: boolean;
}

/** A sentence cut at blanks into indented lines; those after the first may be indented further. */
export function wrapped(sentence: string, { width, shortens }: Measure, indent = '', further: string = indent): string {
  const text = display(sentence);
  if (indent.length + text.length <= width && further.length <= indent.length) return `${indent}${text}\n`;
  const lines: string[] = [];
  let line = indent;
  let isEmpty = true;
  for (const whole of text.split(' ')) {
    const word = shortens ? shortened(whole, width - further.length, 'middle') : whole;
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = further;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line].map((one) => `${one}\n`).join('');
}
