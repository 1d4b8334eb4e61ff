// `foretrace stats`: what a trace consists of.

import { readTrace } from '../../formats/read.ts';
import { statisticsJson, statisticsText } from '../../report/statistics.ts';
import { Statistics } from '../../trace/statistics.ts';
import { styles } from '../color.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { inputFormat, reading, type Source, traceArgument } from '../reading.ts';
import { outputWidth } from '../width.ts';

export const statsCommand = command({
  description:
    'Counts what is in a trace: events by operation, threads, locks, variables, the hottest of them, and how critical sections nest.',
  arguments: [traceArgument],
  options: {
    format: {
      kind: 'text',
      short: 'f',
      value: 'format',
      choices: ['text', 'json'],
      default: 'text',
      help: 'how to print the counts',
    },
    inputFormat,
  },
  examples: [
    { line: 'foretrace stats trace.std', says: 'for a person' },
    { line: 'foretrace stats trace.ftrace --format json', says: 'for a program' },
  ],
  async run({ args: [path], options }, session) {
    const count = async (source: Source) => {
      const statistics = new Statistics();
      const summary = await readTrace(source.input, source, (block) => statistics.block(block));
      return {
        ...summary,
        file: source.input.name,
        format: summary.format.id,
        statistics: statistics.result(summary.symbols.contexts),
      };
    };
    const report = await reading(path!, options.inputFormat, session, count, { once: true });
    session.print(
      options.format === 'json' ? statisticsJson(report) : statisticsText(report, styles(session.colors), outputWidth()),
    );
    return Exit.ok;
  },
});
