// docs/performance.md, from what the suites have found.

import { hasPagePart, withPagePart } from '../scripts/page-part.ts';
import type { Machine, SuiteResult } from './results.ts';
import { type Suite, shown, type Table } from './suite.ts';

export function performancePage(
  suites: readonly Suite[],
  results: readonly SuiteResult[],
  machine: Machine,
  how: string,
): string {
  const gigabytes = Math.round(machine.memory / 2 ** 30);
  const parts = [
    '# Performance',
    'What foretrace takes, as `npm run bench` measured it. Machines differ, and so does what else they do: ratios within a table are what counts, and most tables have something',
    'to compare with in them, plain C or other programs on the same file in the same run (`--peer`).',
    '',
    `This page is written by \`npm run bench -- --write-docs\`: ${how}, on ${machine.cores} cores (${machine.cpu}), ${gigabytes} GB, Node ${machine.node.slice(1)}, with a load of ${machine.load.toFixed(1)} at the start.`,
  ];
  for (const result of results) if (result.tables.length > 0) parts.push('', ...section(suites, result));
  return `${parts.join('\n').replace('# Performance\n', '# Performance\n\n')}\n`;
}

/** The page with the sections of these suites as they are now, in the order of the list, and the others as they were. */
export function withSections(
  page: string,
  suites: readonly Suite[],
  results: readonly SuiteResult[],
  { load }: Pick<Machine, 'load'>,
): string {
  const [head, ...known] = page.split(/^(?=## )/m);
  const sections = new Map(known.map((text) => [/^## (.*)$/m.exec(text)![1]!, text]));
  for (const result of results)
    if (result.tables.length > 0)
      sections.set(
        result.id,
        [...section(suites, result), '', `Measured by itself, with a load of ${load.toFixed(1)} at the start.`].join('\n'),
      );
  const listed = suites.flatMap(({ id }) => sections.get(id) ?? []);
  return `${[head!, ...listed].map((text) => text.trimEnd()).join('\n\n')}\n`;
}

/** A page with those of these tables that it has a part for, by their titles, as they are now. */
export function withTables(page: string, { id }: Suite, tables: readonly Table[]): string {
  const command = `npm run bench -- ${id}`;
  return tables
    .filter(({ title }) => hasPagePart(page, title, command))
    .reduce((text, table) => withPagePart(text, table.title, command, `\n${markdown(table).join('\n')}\n\n`), page);
}

function section(suites: readonly Suite[], { id, tables, cut }: SuiteResult): string[] {
  const parts = [`## ${id}`, '', sentence(suites.find((suite) => suite.id === id)?.says ?? id)];
  if (cut !== undefined) parts.push('', `Not all of it: ${cut}.`);
  for (const table of tables) parts.push('', ...markdown(table));
  return parts;
}

export function markdown({ title, columns, rows, notes }: Table): string[] {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  const ruler = `|${columns.map((_, i) => (i === 0 ? '---' : '--:')).join('|')}|`;
  const table = [`**${title}**`, '', line(columns), ruler, ...rows.map((row) => line(row.map(shown)))];
  return notes.length === 0 ? table : [...table, '', ...notes.map((note) => `${sentence(note)}`)];
}

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}
