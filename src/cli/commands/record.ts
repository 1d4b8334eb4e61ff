// `foretrace record`: runs a program and leaves its trace.

import { assembleAll } from '../assembling.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { checkTraceFile, numbered, programArgument, recorded, recordingOptions, remarkWritten } from '../recording.ts';

export const recordCommand = command({
  description:
    'Runs a program and records its threads into a trace: Node.js with worker threads as it is, C and C++ compiled with foretrace cc or c++, Rust with foretrace cargo or rustc. The exit status is that of the program, or 3 if the trace has less than the whole run.',
  arguments: [programArgument],
  options: {
    output: {
      kind: 'text',
      short: 'o',
      value: 'file',
      default: 'trace.ftrace',
      help: 'the trace; a second process goes to trace-2.ftrace',
    },
    ...recordingOptions,
  },
  examples: [
    { line: 'foretrace record -o t.ftrace -- node app.js', says: 'a program for Node.js' },
    { line: 'foretrace record -- ./a.out 8', says: 'a program that foretrace cc compiled, into trace.ftrace' },
    { line: 'foretrace record --reduce runs -- ./a.out 8', says: 'less, for the races of this run only' },
    { line: 'foretrace record --noise -- npm test', says: 'whatever it starts, with other schedules' },
  ],
  async run({ args, options }, session) {
    await checkTraceFile(options.output);
    return await recorded(args, options, session, async ({ ending, folder }) => {
      const places = { place: (n: number) => numbered(options.output, n), temporary: false, reduce: options.reduce, ending };
      const { traces, partial } = await assembleAll(folder, places, options, session);
      remarkWritten(traces, session);
      return ending.status === 0 && partial ? Exit.partial : ending.status;
    });
  },
});
