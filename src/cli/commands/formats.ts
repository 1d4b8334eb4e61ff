// `foretrace formats`: the list of formats, and the operations that each can express.

import { jsonText } from '../../base/json.ts';
import { type Measure, wrapped } from '../../base/table.ts';
import type { Format, WrittenFormat } from '../../formats/format.ts';
import { formats, writtenFormats } from '../../formats/index.ts';
import { operation, operations } from '../../trace/operation.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { listMeasure } from '../width.ts';

export const formatsCommand = command({
  description: 'Lists the formats that foretrace reads and writes, and what each can express.',
  arguments: [],
  options: {
    format: {
      kind: 'text',
      short: 'f',
      value: 'format',
      choices: ['text', 'json'],
      default: 'text',
      help: 'how to print the list',
    },
    operations: { kind: 'flag', help: 'list the operations of a trace instead: meaning, and what detectors without it get' },
  },
  examples: [
    { line: 'foretrace formats', says: 'what can be read and written' },
    { line: 'foretrace formats --operations', says: 'what can be in a trace' },
    { line: 'foretrace formats --format json', says: 'the same for a script' },
  ],
  async run({ options }, { print, colors }) {
    const json = options.format === 'json';
    const lines = listMeasure();
    const all = [...formats, ...writtenFormats].map(described);
    if (options.operations) print(json ? `${jsonText(operations, 2)}\n` : operationText(lines));
    else if (json) print(`${jsonText(all, 2)}\n`);
    else
      for (const { id, title, limits, ...format } of all) {
        print(wrapped(`${id}  ${title}`, lines, '', '    ').replace(id, colors.bold(id)));
        print(wrapped(`files: ${format.extensions.map((extension) => `.${extension}`).join(', ')}`, lines, '    '));
        if (format.read) print(wrapped(`operations: ${expressed(format.operations)}`, lines, '    '));
        print(
          wrapped(`locations: ${format.locations ? (format.stacks ? 'kept, with call stacks' : 'kept') : 'lost'}`, lines, '    '),
        );
        if (limits !== '') print(wrapped(`limits: ${limits}`, lines, '    '));
      }
    return Exit.ok;
  },
});

function described(format: Format | WrittenFormat) {
  const { id, title, extensions, locations, stacks, limits } = format;
  const read = 'reader' in format;
  const ops = read ? format.operations.map((op) => operation(op).name) : [];
  return { id, title, extensions, read, operations: ops, locations, stacks: stacks === true, limits };
}

function expressed(names: readonly string[]): string {
  const missing = operations.filter(({ name }) => !names.includes(name));
  if (missing.length === 0) return 'all';
  if (missing.length <= 4) return `all but ${missing.map(({ name }) => name).join(', ')}`;
  return names.join(', ');
}

function operationText(lines: Measure): string {
  return operations
    .map(({ name, short, target, meaning, lowered }) =>
      [`${name}  ${short}(${target})\n`, wrapped(meaning, lines, '    '), wrapped(`otherwise: ${lowered}`, lines, '    ')].join(
        '',
      ),
    )
    .join('');
}
