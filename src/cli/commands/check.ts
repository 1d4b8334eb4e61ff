// `foretrace check`: all that is wrong with a trace, each with its place. A problem is repaired as --lenient does before the
// reading goes on, so that one mistake is told once.

import { jsonText } from '../../base/json.ts';
import { display } from '../../base/quote.ts';
import { type ReadSummary, readTrace } from '../../formats/read.ts';
import { amount } from '../../report/words.ts';
import { LenientProblems } from '../../trace/problems.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { placeText } from '../failure.ts';
import { inputFormat, reading, type Source, traceArgument } from '../reading.ts';
import type { Session } from '../session.ts';

export const checkCommand = command({
  description: 'Says whether a trace is well-formed, and lists what is wrong with line numbers. The exit status is 0 or 2.',
  arguments: [traceArgument],
  options: {
    max: { kind: 'number', min: 1, max: 1_000_000, default: 100, help: 'how many problems to list' },
    format: {
      kind: 'text',
      short: 'f',
      value: 'format',
      choices: ['text', 'json'],
      default: 'text',
      help: 'how to print the answer',
    },
    inputFormat,
  },
  examples: [
    { line: 'foretrace check trace.std', says: 'what is wrong, with line numbers' },
    { line: 'foretrace check trace.std --max 1', says: 'the first problem only' },
    { line: 'foretrace check trace.std --format json', says: 'for a program' },
  ],
  async run({ args: [path], options }, session) {
    const problems = new LenientProblems(options.max);
    const check = async ({ input, ...source }: Source) => {
      const summary = await readTrace(input, { ...source, problems }, () => {});
      // What a repair left out is not worth a remark where nothing is repaired but in thought.
      return problems.total === 0 ? summary : { ...summary, notes: [] };
    };
    const summary = await reading(path!, options.inputFormat, session, check, { once: true });
    if (options.format === 'json') session.print(`${jsonText(answer(summary, problems), 2)}\n`);
    else printText(summary, problems, session);
    return problems.total === 0 ? Exit.ok : Exit.input;
  },
});

function answer({ format, events }: ReadSummary, { total, counts, examples }: LenientProblems): object {
  return {
    version: 1,
    format: format.id,
    events,
    wellFormed: total === 0,
    total,
    counts: Object.fromEntries([...counts].sort()),
    problems: examples.map(({ code, place: { file, line, offset, event }, what, hint }) => ({
      code,
      file,
      line,
      offset,
      event,
      what,
      hint,
    })),
  };
}

function printText({ format, symbols, events }: ReadSummary, problems: LenientProblems, { print, colors }: Session): void {
  for (const { code, place, what } of problems.examples) print(`${placeText(place)}: ${colors.red(code)}: ${display(what)}\n`);
  const more = problems.total - problems.examples.length;
  if (more > 0) print(colors.dim(`and ${more} more\n`));
  if (problems.total === 0) {
    const { threads, locks, variables } = symbols;
    const size = [
      amount(events, 'event'),
      amount(threads.size, 'thread'),
      amount(locks.size, 'lock'),
      amount(variables.size, 'variable'),
    ];
    print(`well-formed · ${size.join(', ')} · ${format.id}\n`);
  } else print(`${colors.bold(`not well-formed: ${amount(problems.total, 'problem')}`)}\n`);
}
