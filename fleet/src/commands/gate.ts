// `foretrace fleet gate`: whether a change may go in. Only what is new counts.

import { appendFile } from 'node:fs/promises';
import { display, InputError, quote, reportFormatById } from 'foretrace';
import { command, Exit, foldingOptions, foldsOf, leftFolded, type Session, version } from 'foretrace/cli';
import { aboutRun } from '../about.ts';
import { storeOptions, withFleet } from '../fleet.ts';
import { resultOf, runCounts, unseen } from '../reporting.ts';
import { compared } from '../store/comparing.ts';
import { remarkPartial } from './report.ts';

export const gateCommand = command({
  description:
    'Compares the runs of a commit with all runs of a branch, and prints what the branch does not have as Markdown, also into the summary of a GitHub step. The exit status is 1 only for new findings that nobody ignores; it is 3 if there are none, but not all runs of the commit could be analysed, or the branch has none to compare with.',
  arguments: [],
  options: {
    against: { kind: 'text', value: 'branch', default: 'main', help: 'the branch that the change is to go into' },
    project: { kind: 'text', value: 'name', help: 'the project, as for foretrace fleet add' },
    commit: { kind: 'text', value: 'id', help: 'the commit of the change, as for foretrace fleet add' },
    ...foldingOptions,
    ...storeOptions,
  },
  examples: [
    { line: 'foretrace fleet gate --against main', says: 'in CI, after fleet add and fleet work' },
    { line: 'foretrace fleet gate --against main --project shop --commit 4f868e3', says: 'elsewhere' },
  ],
  async run({ options }, session) {
    const { project, commit } = aboutRun({ ...options, branch: undefined, job: undefined, machine: undefined });
    const { against } = options;
    if (commit === '') throw new InputError('USAGE', {}, 'which commit is meant is not known', 'say it: --commit ID');
    const { ignored, missing, isKnown, result } = await withFleet(options, 'gate', session, async ({ database }) => {
      const counts = await runCounts({ project, commit }, database);
      if (Object.values(counts).every((count) => count === 0))
        throw new InputError(
          'USAGE',
          {},
          `no run of commit ${quote(commit)} of ${quote(project)} is in the store`,
          'add its traces with foretrace fleet add',
        );
      // A branch of a fork may have the same name: what is to be judged does not make itself known.
      const before = { project, branch: against, exceptCommit: commit };
      const known = await runCounts(before, database);
      const nothing = known.done + known.partial === 0 ? [`no run of ${against} is in the store: everything is new`] : [];
      const difference = await compared(before, { project, commit }, database);
      const fresh = difference.fresh.filter(({ state }) => state !== 'ignored');
      const ignored = difference.fresh.length - fresh.length;
      // What waits there may have what seems new here.
      const isKnown = nothing.length === 0 && known.waiting === 0;
      const behind = fresh.length > 0 && known.waiting > 0 ? [`of ${against} some runs are not yet analysed`] : [];
      const missing = [...unseen(counts), ...nothing, ...behind];
      const wanted = { ignored, isComplete: missing.length === 0, folds: foldsOf(options) };
      return { ignored, missing, isKnown, result: await resultOf(fresh, wanted, database) };
    });
    const count = result.findings.length;
    const head = `**${count} new ${count === 1 ? 'finding' : 'findings'} against ${markdownText(against)}**\n\n`;
    const body = count === 0 ? [] : reportFormatById('markdown')!.report(result, { version: version() });
    // The report says it, if there is one.
    const folded = count === 0 ? leftFolded(result.leftOut) : [];
    const notes = [...(ignored > 0 ? [`${ignored} new and ignored`] : []), ...folded, ...missing].map(
      (words) => `- ${markdownText(words)}\n`,
    );
    const text = `${head}${notes.join('')}${notes.length > 0 ? '\n' : ''}${[...body].join('')}`;
    session.print(text);
    await writeSummary(text, session);
    remarkPartial(missing, session);
    if (count > 0 && isKnown) return Exit.findings;
    return missing.length > 0 ? Exit.partial : Exit.ok;
  },
});

/** A name in Markdown: nothing in it formats, links or mentions. */
function markdownText(text: string): string {
  return display(text).replace(/[\\`*_{}[\]()<>#+!|@~&]/g, (character) => `&#${character.charCodeAt(0)};`);
}

async function writeSummary(text: string, { remark }: Session): Promise<void> {
  const path = process.env['GITHUB_STEP_SUMMARY'];
  if (path === undefined || path === '') return;
  await appendFile(path, text).catch((error: Error) =>
    remark(`foretrace: the summary could not be written: ${display(error.message)}`),
  );
}
