// The parts of documents that are made from the lists: the usage part of a page in docs/commands, the tables of commands, detectors,
// formats, operations and rooms.

import type { Command, CommandEntry } from '../src/cli/command.ts';
import { longFlag, notes, type OptionTable, placeholder } from '../src/cli/option.ts';
import { globalOptions } from '../src/cli/session.ts';
import type { Detector } from '../src/detectors/detector.ts';
import type { Format } from '../src/formats/format.ts';
import type { toolRoles } from '../src/record/node/loading/tools.ts';
import { type Op, operation, operations } from '../src/trace/operation.ts';
import { hasPagePart, withPagePart } from './page-part.ts';
import type { Room } from './rooms.mjs';
import { whichDetectorList } from './which-detector.ts';

function withPart(page: string, part: string, text: string): string {
  return withPagePart(page, part, 'npm run docs', text);
}

/** A page of docs/commands with its usage part made anew. */
export function withUsage(page: string, name: string, command: Command): string {
  return withPart(page, 'usage', usage(name, command));
}

/** The page of `foretrace fleet` with the parts of its commands made anew; each begins where the page has none. */
export async function withFleetUsage(page: string, commands: readonly CommandEntry[]): Promise<string> {
  let made = page;
  for (const { name, load } of commands) {
    const command = await load();
    const part = `fleet ${name}`;
    if (!hasPagePart(made, part, 'npm run docs'))
      made += `\n## foretrace ${part}\n\n${command.description}\n\n<!-- ${part}: written by \`npm run docs\` -->\n<!-- end of ${part} -->\n`;
    made = withPart(made, part, usage(part, command));
  }
  return made;
}

/** The beginning of a page for a command that has none yet. */
export function newPage(name: string, { description }: Command): string {
  return `# foretrace ${name}\n\n${description}\n\n<!-- usage: written by \`npm run docs\` -->\n<!-- end of usage -->\n`;
}

/** README.md or docs/README.md with its table of commands made anew. */
export function withCommands(page: string, commands: readonly CommandEntry[], folder: string): string {
  const rows = commands.map(({ name, summary }) => `| [\`${name}\`](${folder}/${name}.md) | ${summary} |\n`);
  return withPart(page, 'commands', `| command | |\n|---|---|\n${rows.join('')}`);
}

/** docs/README.md with its table of detectors made anew; `hasPage` tells for which there is a page. */
export function withDetectors(page: string, detectors: readonly Detector[], hasPage: (id: string) => boolean): string {
  const rows = detectors.map(({ id, title, claim, reports }) => {
    const name = hasPage(id) ? `[\`${id}\`](detectors/${id}.md)` : `\`${id}\``;
    return `| ${name} | ${title} | ${claim} | ${reports} |\n`;
  });
  return withPart(page, 'detectors', `| detector | | claim | reports |\n|---|---|---|---|\n${rows.join('')}`);
}

/** docs/which-detector.md with its list of questions made anew. */
export function withQuestions(page: string): string {
  return withPart(page, 'questions', whichDetectorList());
}

/** CONTRIBUTING.md with its table of the rooms of src made anew. */
export function withRooms(page: string, rooms: Readonly<Record<string, Room>>): string {
  const rows = Object.entries(rooms).map(([room, { what }]) => `| \`${room}\` | ${what} |\n`);
  return withPart(page, 'rooms', `| room | what is in it |\n|---|---|\n${rows.join('')}`);
}

/** docs/record-node.md with its table of tools made anew. */
export function withTools(page: string, roles: typeof toolRoles): string {
  const rows = roles.map(({ role, packages }) => `| ${role} | ${packages.map((name) => `\`${name}\``).join(' ')} |\n`);
  return withPart(page, 'tools', `| they | packages |\n|---|---|\n${rows.join('')}`);
}

/** docs/formats.md with its tables of formats and operations made anew. */
export function withFormats(page: string, formats: readonly Format[]): string {
  const rows = formats.map(({ id, extensions, title, operations: ops, locations, stacks, limits }) => [
    `\`${id}\``,
    extensions.map((extension) => `\`.${extension}\``).join(' '),
    title,
    expressed(ops),
    locations ? (stacks ? 'kept, with call stacks' : 'kept') : 'lost',
    limits,
  ]);
  const meanings = operations.map(({ op, name, short, target, meaning, lowered }) => [
    `${op}`,
    name,
    `\`${short}\``,
    target,
    meaning,
    lowered,
  ]);
  const listed = withPart(page, 'formats', wide(['format', 'files', 'what', 'operations', 'locations', 'limits'], rows));
  const head = ['code', 'name', 'short', 'target', 'meaning', 'a detector that does not know it gets'];
  return withPart(listed, 'operations', wide(head, meanings));
}

function expressed(ops: readonly Op[]): string {
  const missing = operations.filter(({ op }) => !ops.includes(op));
  if (missing.length === 0) return 'all';
  const list = (of: readonly { name: string }[]) => of.map(({ name }) => name).join(', ');
  return missing.length < ops.length ? `all but ${list(missing)}` : list(ops.map((op) => operation(op)));
}

function wide(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return [line(head), `|${head.map(() => '---|').join('')}\n`, ...rows.map(line)].join('');
}

function usage(name: string, command: Command): string {
  const words = command.arguments.map(({ name: word, optional }) => (optional ? `[${word}]` : word));
  const options = command.passThrough ? [] : ['[options]'];
  const parts = [`\`foretrace ${[name, ...options, ...words].join(' ')}\`\n`];
  if (command.arguments.length > 0)
    parts.push(
      table(
        'argument',
        command.arguments.map(({ name: word, help }) => [word, help]),
      ),
    );
  if (!command.passThrough) parts.push(table('option', [...optionRows(command.options), ...optionRows(globalOptions)]));
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
