// `foretrace reduce`: a shorter trace with the same happens-before, and what became of it in numbers. Reads the trace twice.

import { jsonText } from '../../base/json.ts';
import { columns } from '../../base/table.ts';
import { reductionMethods } from '../../reduce/index.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { formatChoice, reading } from '../reading.ts';
import { type Reduced, reduce } from '../reducing.ts';
import { outputFormat, writing } from '../writing.ts';

export const reduceCommand = command({
  description:
    'Writes a shorter trace with the same happens-before among all that remains: same races between the accesses that are left, fewer acquires and releases. Lockset and predictive detectors need the original.',
  arguments: [
    { name: 'TRACE', help: 'file of the trace, or - for standard input', file: true },
    { name: 'OUT', help: 'file to write, packed if it ends in .gz or .zst, or - for standard output', file: true },
  ],
  options: {
    method: {
      kind: 'text',
      value: 'method',
      choices: reductionMethods,
      default: 'runs',
      help: 'runs merges what no other thread interrupts and drops what orders nothing; loft does what the rule of the paper finds',
    },
    accesses: { kind: 'flag', help: 'also drop accesses that repeat one of the same epoch; the same variables stay racy' },
    sizes: { kind: 'flag', help: 'also measure gzip and grammar, before and after, which takes several times as long' },
    format: {
      kind: 'text',
      short: 'f',
      value: 'format',
      choices: ['text', 'json'],
      default: 'text',
      help: 'how to print the summary',
    },
    from: { ...formatChoice, help: 'the format of TRACE, instead of recognising it by content' },
    to: { ...formatChoice, help: 'the format of OUT, instead of the one that its extension says' },
  },
  examples: [
    { line: 'foretrace reduce trace.std smaller.std', says: 'the same happens-before with fewer events' },
    { line: 'foretrace reduce trace.std smaller.ftrace --accesses --sizes', says: 'as small as it gets, with all sizes' },
    { line: 'foretrace reduce trace.std loft.std --method loft', says: 'what LOFT finds' },
  ],
  async run({ args: [from, to], options }, session) {
    const format = outputFormat(to!, options.to);
    const { method, accesses } = options;
    const reduced = await writing(to!, (output) =>
      reading(from!, options.from, session, (source) => reduce(source, output, format, options)),
    );
    const text =
      options.format === 'json'
        ? `${jsonText({ version: 1, method, accesses, ...shown(reduced) }, 2)}\n`
        : table(method, reduced);
    if (to === '-') session.remark(text.trimEnd());
    else session.print(text);
    return Exit.ok;
  },
});

function shown({ before, after }: Reduced): object {
  return { before, after };
}

function table(method: string, { before, after }: Reduced): string {
  const rows = [
    row('events', before.events, after.events),
    row('synchronisation', before.synchronisation, after.synchronisation),
    row('accesses', before.accesses, after.accesses),
    row(before.format === after.format ? 'bytes' : `bytes (${before.format}, ${after.format})`, before.bytes, after.bytes),
    row('gzip bytes', before.gzip, after.gzip),
    row('grammar items', before.grammar, after.grammar),
  ];
  const head = [method, 'before', 'after', ''];
  return columns([head, ...rows.filter((cells) => cells !== undefined)], ['left', 'right', 'right', 'right']);
}

function row(name: string, before: number | undefined, after: number | undefined): string[] | undefined {
  if (before === undefined || after === undefined) return undefined;
  const share = before === 0 ? '' : `${((100 * after) / before).toFixed(1)} %`;
  return [name, `${before}`, `${after}`, share];
}
