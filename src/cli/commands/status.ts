// `foretrace status`: how the runs are doing that are watched now.

import { jsonText } from '../../base/json.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { liveRuns } from '../live-status.ts';
import { statusText } from '../status-text.ts';

export const statusCommand = command({
  description:
    'Says of every foretrace run --live of this user how long it runs, how much it has seen, how far it is behind, and which races it has found. SIGUSR1 makes the run itself say so.',
  arguments: [],
  options: {
    format: { kind: 'text', short: 'f', value: 'format', choices: ['text', 'json'], default: 'text', help: 'how to print it' },
  },
  examples: [
    { line: 'foretrace status', says: 'in words' },
    { line: 'foretrace status --format json', says: 'for a script' },
  ],
  async run({ options }, { print, remark }) {
    const runs = liveRuns();
    if (options.format === 'json') print(`${jsonText(runs, 2)}\n`);
    else if (runs.length === 0)
      remark('foretrace: nothing is watched now; foretrace run --live PROGRAM watches a program while it runs');
    else print(runs.map((run) => statusText(run, Date.now())).join('\n'));
    return Exit.ok;
  },
});
