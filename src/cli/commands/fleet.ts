// `foretrace fleet`: what help and documents say of it. program.ts goes straight to its package; who comes here has it not installed.

import { command } from '../command.ts';
import { FLEET_PACKAGE, notInstalled } from '../fleet-package.ts';

/** As the package has them; a test compares. */
const names = ['add', 'work', 'status', 'findings', 'report', 'compare', 'gate', 'ignore', 'gc'];

export const fleetCommand = command({
  description: `Keeps the traces and findings of many runs, and analyses them on one machine or many: each race once, since when, and whether it is gone. It is a package of its own, ${FLEET_PACKAGE}; each of its commands has --help.`,
  arguments: [
    { name: 'COMMAND', help: 'what to do', choices: names },
    { name: 'ARGUMENTS...', help: 'whatever that command takes', optional: true, file: true },
  ],
  options: {},
  passThrough: true,
  examples: [
    { line: 'foretrace fleet add traces && foretrace fleet work', says: 'analyse all traces of a folder, on all cores' },
    { line: 'foretrace fleet findings', says: 'each race once, with when it came and whether it is gone' },
    { line: 'foretrace fleet gate --against main', says: 'exits with 1 for races that main does not have' },
  ],
  async run() {
    throw notInstalled();
  },
});
