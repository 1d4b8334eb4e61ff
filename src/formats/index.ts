// The one list of formats: help, documentation, tests and benchmarks follow from it. Adding a format is one line here.

import { csv } from './csv.ts';
import type { Format, WrittenFormat } from './format.ts';
import { grammar } from './grammar/index.ts';
import { native } from './native/index.ts';
import { perfetto } from './perfetto/index.ts';
import { roadrunner } from './roadrunner.ts';
import { rules } from './rules/index.ts';
import { std } from './std.ts';
import { table } from './table.ts';

/** In the order in which they are tried on an unknown input: those with the clearest marks first. */
export const formats: readonly Format[] = [grammar, native, rules, std, csv, roadrunner, table];

/** What `convert` writes for other programs, and nobody reads back. */
export const writtenFormats: readonly WrittenFormat[] = [perfetto];

/** How many bytes `recogniseFormat` looks at. */
export const HEAD_SIZE = 65_536;

export function formatById(id: string): Format | undefined {
  return formats.find((format) => format.id === id);
}

/** The format of an input by its first bytes (HEAD_SIZE of them, or all). */
export function recogniseFormat(head: Uint8Array): Format | undefined {
  return formats.find((format) => format.recognise(head));
}

/** The format to write for a file name, packed or not: `a.std.gz` is std. */
export function formatForFile(name: string): Format | undefined;
export function formatForFile(name: string, among: readonly WrittenFormat[]): WrittenFormat | undefined;
export function formatForFile(name: string, among: readonly WrittenFormat[] = formats): WrittenFormat | undefined {
  const extension = /\.([^./\\]+)(?:\.(?:gz|zst))?$/i.exec(name)?.[1]?.toLowerCase();
  return among.find((format) => extension !== undefined && format.extensions.includes(extension));
}
