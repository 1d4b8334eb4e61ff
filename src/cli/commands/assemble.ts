// `foretrace assemble`: from the raw logs of a recording, also of one that nobody finished, to traces.

import { statSync } from 'node:fs';
import { InputError } from '../../base/error.ts';
import { assembleAll, assemblingOptions } from '../assembling.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { checkTraceFile, numbered, remarkWritten } from '../recording.ts';

export const assembleCommand = command({
  description:
    'Makes a trace per process of the raw logs in a folder: what foretrace record --raw kept, what node --import foretrace/register left, or what a recording that was killed left behind.',
  arguments: [
    { name: 'FOLDER', help: 'folder of the recording', file: true },
    { name: 'OUT', help: 'the trace, a .ftrace file; a second process goes to OUT-2.ftrace', file: true },
  ],
  options: assemblingOptions,
  examples: [{ line: 'foretrace assemble foretrace-recording t.ftrace', says: 'then foretrace analyze t.ftrace' }],
  async run({ args: [folder, out], options }, session) {
    if (!statSync(folder!, { throwIfNoEntry: false })?.isDirectory())
      throw new InputError('FILE_UNREADABLE', { file: folder! }, 'there is no such folder', 'name the folder of a recording');
    await checkTraceFile(out!);
    const places = { place: (n: number) => numbered(out!, n), temporary: false, ending: undefined };
    const { traces, partial } = await assembleAll(folder!, places, options, session);
    remarkWritten(traces, session);
    return partial ? Exit.partial : Exit.ok;
  },
});
