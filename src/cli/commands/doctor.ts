// `foretrace doctor`: what recording needs, what of it is here, and how to get the rest.

import { jsonText } from '../../base/json.ts';
import { columns } from '../../base/table.ts';
import { type Check, nativeChecks } from '../../record/c/checks.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';

const [MAJOR, MINOR] = [20, 19];

export const doctorCommand = command({
  description:
    'Tries out what recording needs: Node.js, the compilers, the C library, and a small program from source to a recorded run. The exit status is 1 if anything is missing.',
  arguments: [],
  options: {
    format: {
      kind: 'text',
      short: 'f',
      value: 'format',
      choices: ['text', 'json'],
      default: 'text',
      help: 'how to print the result',
    },
  },
  examples: [
    { line: 'foretrace doctor', says: 'is everything there?' },
    { line: 'foretrace doctor --format json', says: 'the same for a script' },
  ],
  async run({ options }, { print, colors }) {
    const checks = [nodeCheck(process.versions.node), ...nativeChecks(process.env)];
    if (options.format === 'json') print(`${jsonText({ version: 1, checks }, 2)}\n`);
    else
      for (const { ok, title, detail, hint } of checks) {
        print(`${ok ? colors.green('ok     ') : colors.red('missing')}  ${columns([[`${title}: ${detail}`]])}`);
        if (hint !== '') print(columns([[`         ${hint}`]]));
      }
    return checks.every(({ ok }) => ok) ? Exit.ok : Exit.findings;
  },
});

/** Everything in foretrace runs on Node.js, and its recorder needs nothing else. */
function nodeCheck(version: string): Check {
  const [major, minor] = version.split('.').map(Number);
  const ok = major! > MAJOR || (major === MAJOR && minor! >= MINOR);
  const hint = ok ? '' : `install Node.js ${MAJOR}.${MINOR} or later from your distribution or nodejs.org`;
  return { id: 'node', title: 'Node.js', ok, detail: version, hint };
}
