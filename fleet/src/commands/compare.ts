// `foretrace fleet compare`: what is new, gone and still there from one commit to another.

import { InputError, jsonText, quote } from 'foretrace';
import { columns, command, Exit } from 'foretrace/cli';
import { storeOptions, withFleet } from '../fleet.ts';
import { runCounts, unseen } from '../reporting.ts';
import { type Compared, compared } from '../store/comparing.ts';
import type { StoredFinding } from '../store/findings.ts';
import { remarkPartial } from './report.ts';

export const compareCommand = command({
  description:
    'Says which findings the runs of the second commit have and those of the first do not, the other way round, and which both have. Of those that are gone it says whether their places were executed at all. The exit status is 0 whatever it says, and 3 if runs of one of them could not be analysed, or wait.',
  arguments: [
    { name: 'COMMIT', help: 'the earlier one; its first digits will do' },
    { name: 'COMMIT', help: 'the later one' },
  ],
  options: {
    project: { kind: 'text', value: 'name', help: 'only of this project' },
    format: { kind: 'text', short: 'f', value: 'format', choices: ['text', 'json'], default: 'text', help: 'how to print it' },
    ...storeOptions,
  },
  examples: [
    { line: 'foretrace fleet compare 616e6c4 4f868e3', says: 'in words' },
    { line: 'foretrace fleet compare 616e6c4 4f868e3 --format json', says: 'for a script' },
  ],
  async run({ args, options }, session) {
    const scopes = args.map((commit) => ({ project: options.project, commit }));
    const { difference, missing } = await withFleet(options, 'compare', session, async ({ database }) => {
      const missing: string[] = [];
      for (const scope of scopes) {
        const counts = await runCounts(scope, database);
        if (Object.values(counts).every((count) => count === 0))
          throw new InputError(
            'USAGE',
            {},
            `no run of commit ${quote(scope.commit)} is in the store`,
            'add its traces with foretrace fleet add',
          );
        missing.push(...unseen(counts).map((words) => `${scope.commit}: ${words}`));
      }
      return { missing, difference: await compared(scopes[0]!, scopes[1]!, database) };
    });
    session.print(options.format === 'json' ? `${jsonText(forPrograms(difference), 2)}\n` : text(difference));
    remarkPartial(missing, session);
    return missing.length > 0 ? Exit.partial : Exit.ok;
  },
});

function text({ fresh, still, gone }: Compared): string {
  const row = (word: string, { id, type, kind, variable, places }: StoredFinding, more = ''): string[] => [
    word,
    `R${id}`,
    `${type} ${kind}: ${variable}  ${places.join(' ↔ ')}${more}`,
  ];
  const rows = [
    ...fresh.map((finding) => row('new', finding)),
    ...gone.map(({ finding, executed }) => row('gone', finding, executed ? '' : '  (its places were not executed)')),
    ...still.map((finding) => row('still', finding)),
  ];
  return `${columns(rows)}${fresh.length} new, ${gone.length} gone, ${still.length} still there\n`;
}

function forPrograms({ fresh, still, gone }: Compared): object {
  const told = ({ id, ...finding }: StoredFinding): object => ({ id: `R${id}`, ...finding });
  return {
    new: fresh.map(told),
    gone: gone.map(({ finding, executed }) => ({ ...told(finding), executed })),
    still: still.map(told),
  };
}
