// `foretrace fleet`: foretrace finds this package and gives it the rest of the command line.

import { commandLine as line, type Program } from 'foretrace/cli';
import { commands } from './commands/index.ts';

const fleet: Program = {
  name: 'foretrace fleet',
  about:
    'Keeps the traces and findings of many runs, and analyses them on one machine or many: each race once, since when, and whether it is gone.',
  begin: 'foretrace fleet add TRACES && foretrace fleet work',
  examples: [
    { line: 'foretrace fleet add traces && foretrace fleet work', says: 'analyse all traces of a folder, on all cores' },
    { line: 'foretrace fleet findings', says: 'each race once, with when it came and whether it is gone' },
    { line: 'foretrace fleet gate --against main', says: 'exits with 1 for races that main does not have' },
  ],
  commands,
  section: 'fleet',
};

/** Runs one command line and answers with the exit status. */
export async function commandLine(argv: readonly string[]): Promise<number> {
  return line(fleet, argv);
}
