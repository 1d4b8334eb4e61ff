// `foretrace fleet gc`: traces that nobody needs any more.

import { command, Exit } from 'foretrace/cli';
import { storeOptions, withFleet } from '../fleet.ts';
import { collect } from '../store/garbage.ts';

export const gcCommand = command({
  description:
    'Removes traces that no finding needs: those that were analysed, and that no finding is told by. Findings, runs and the places that they executed stay. What could not be analysed is kept for a look, unless --failed is given.',
  arguments: [],
  options: {
    dryRun: { kind: 'flag', help: 'say what would be removed, and remove nothing' },
    failed: { kind: 'flag', help: 'also traces that could not be analysed' },
    olderThan: {
      kind: 'number',
      value: 'days',
      min: 0,
      max: 36_500,
      default: 0,
      help: 'only traces that were added at least so many days ago',
    },
    ...storeOptions,
  },
  examples: [
    { line: 'foretrace fleet gc --dry-run', says: 'what would go' },
    { line: 'foretrace fleet gc --older-than 14', says: 'in a nightly job' },
  ],
  async run({ options }, session) {
    const { dryRun, failed, olderThan } = options;
    const removed = await withFleet(options, 'gc', session, (fleet) => collect(fleet, { dryRun, failed, olderThan }));
    for (const { hash, bytes } of removed) session.print(`${hash}  ${bytes}\n`);
    const bytes = removed.reduce((sum, trace) => sum + trace.bytes, 0);
    const verb = dryRun ? 'would be removed' : 'removed';
    session.remark(
      `foretrace: ${removed.length} ${removed.length === 1 ? 'trace' : 'traces'} ${verb}, ${(bytes / 1e6).toFixed(1)} MB`,
    );
    return Exit.ok;
  },
});
