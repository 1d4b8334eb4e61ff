// `foretrace analyze`: runs detectors over a trace, prints what they found, and answers by the exit status.

import { analyzing, analyzingOptions, prepared } from '../analyzing.ts';
import { command } from '../command.ts';
import { traceArgument } from '../reading.ts';
import { traceFiles } from '../trace-files.ts';

export const analyzeCommand = command({
  description:
    'Finds the races, deadlocks and broken blocks of one or several traces. The report goes to standard output; the exit status is 1 if there is any at or above --fail-on.',
  arguments: [{ ...traceArgument, help: `${traceArgument.help}; a folder with traces; several make one report`, several: true }],
  options: analyzingOptions,
  examples: [
    { line: 'foretrace analyze trace.std', says: 'the races of a trace, for a person' },
    { line: 'foretrace analyze trace.std --source-root .', says: 'with the lines of source' },
    { line: 'foretrace analyze trace.std.gz --format json --output races.json', says: 'the same for a program' },
    {
      line: 'foretrace analyze trace.std --format text --format html=races.html',
      says: 'three at once',
    },
    { line: 'foretrace analyze trace.std --baseline known.json', says: 'only what is new' },
    { line: 'foretrace generate --races 0.1 - | foretrace analyze -', says: 'from standard input' },
    { line: 'foretrace analyze trace.std --fail-on never', says: 'status 0 also if there are races' },
  ],
  async run({ args, options }, session) {
    const preparation = await prepared(options);
    const traces = traceFiles(args).map((path) => ({ path }));
    return (await analyzing(traces, preparation, options, session)).status;
  },
});
