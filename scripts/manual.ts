// The usage part of a page in docs/commands, made from the tables of the command line.

import type { Command, CommandEntry } from '../src/cli/command.ts';
import { globalOptions } from '../src/cli/global-options.ts';
import { longFlag, notes, type OptionTable, placeholder } from '../src/cli/option.ts';

const OPEN = '<!-- usage: written by `npm run docs` -->';
const CLOSE = '<!-- end of usage -->';

/** The page with its usage part made anew. */
export function withUsage(page: string, name: string, command: Command): string {
  const from = page.indexOf(OPEN);
  const to = page.indexOf(CLOSE);
  if (from < 0 || to < from) throw new Error(`the page of ${name} has no part between ${OPEN} and ${CLOSE}`);
  return `${page.slice(0, from)}${OPEN}\n${usage(name, command)}${page.slice(to)}`;
}

function usage(name: string, command: Command): string {
  const words = command.arguments.map(({ name: word, optional }) => (optional ? `[${word}]` : word));
  const parts = [`\`foretrace ${[name, '[options]', ...words].join(' ')}\`\n`];
  if (command.arguments.length > 0)
    parts.push(
      table(
        'argument',
        command.arguments.map(({ name: word, help }) => [word, help]),
      ),
    );
  parts.push(table('option', [...optionRows(command.options), ...optionRows(globalOptions)]));
  return parts.map((part) => `${part}\n`).join('');
}

function optionRows(options: OptionTable): string[][] {
  return Object.entries(options).map(([key, option]) => {
    const value = placeholder(option);
    const short = option.short === undefined ? '' : `-${option.short}, `;
    const extra = notes(option);
    return [
      `${short}${longFlag(key)}${value === undefined ? '' : ` <${value}>`}`,
      `${option.help}${extra === '' ? '' : ` (${extra})`}`,
    ];
  });
}

function table(head: string, rows: readonly (readonly string[])[]): string {
  const lines = rows.map(([left, right]) => `| \`${left!.replaceAll('|', '\\|')}\` | ${right!.replaceAll('|', '\\|')} |`);
  return [`| ${head} | |`, '|---|---|', ...lines, ''].join('\n');
}

/** The table of commands in README.md and docs/README.md. */
export function commandTable(commands: readonly CommandEntry[], folder: string): string {
  return [
    '| command | |',
    '|---|---|',
    ...commands.map(({ name, summary }) => `| [\`${name}\`](${folder}/${name}.md) | ${summary} |`),
  ].join('\n');
}
