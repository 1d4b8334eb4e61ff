// `foretrace detectors`: the list of detectors.

import { jsonText } from '../../base/json.ts';
import { wrapped } from '../../base/table.ts';
import { operation } from '../../trace/operation.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { pluginOptions } from '../plugins/options.ts';
import { knownDetectors } from '../plugins/registry.ts';
import { listMeasure } from '../width.ts';

export const detectorsCommand = command({
  description: 'Lists the detectors: what each reports, how sure it is, what it costs and whom to cite.',
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
    ...pluginOptions,
  },
  examples: [
    { line: 'foretrace detectors', says: 'what there is' },
    { line: 'foretrace detectors --format json', says: 'the same for a script' },
  ],
  async run({ options }, { print, colors }) {
    if (options.format === 'json') {
      const list = knownDetectors().map(({ id, title, claim, reports, cost, paper, operations }) => ({
        id,
        title,
        claim,
        reports,
        cost,
        paper,
        operations: operations.map((op) => operation(op).name),
      }));
      print(`${jsonText(list, 2)}\n`);
      return Exit.ok;
    }
    const lines = listMeasure();
    for (const { id, title, claim, reports, cost, paper } of knownDetectors()) {
      print(wrapped(`${id}  ${title} (${claim})`, lines, '', '    ').replace(id, colors.bold(id)));
      for (const words of [`reports ${reports}`, `cost: ${cost}`, `paper: ${paper}`]) print(wrapped(words, lines, '    '));
    }
    return Exit.ok;
  },
});
