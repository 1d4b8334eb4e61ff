// `foretrace fleet report`: any of the report formats, over everything or a part of it.

import { claims, display } from 'foretrace';
import {
  command,
  Exit,
  foldingOptions,
  foldsOf,
  reportOptions,
  reportTargets,
  type Session,
  stackOptions,
  writeReports,
} from 'foretrace/cli';
import { storeOptions, withFleet } from '../fleet.ts';
import { resultOf, runCounts, unseen } from '../reporting.ts';
import { type State, storedFindings } from '../store/findings.ts';
import { scopeOf, scopeOptions, stateOption, statesOf } from '../store/scope-options.ts';

const OPEN: readonly State[] = ['new', 'came back', 'known'];

export const reportCommand = command({
  description:
    'Reports the findings of everything, one project, one branch, one commit, or since a date, in any of the formats of foretrace analyze. Those that are ignored or probably gone are left out and counted, unless --state asks for them.',
  arguments: [],
  options: {
    ...scopeOptions,
    ...stateOption,
    ...reportOptions,
    ...stackOptions,
    ...foldingOptions,
    failOn: {
      kind: 'text',
      value: 'claim',
      choices: [...claims, 'never'],
      default: 'predicted',
      help: 'the weakest claim that makes the exit status 1',
    },
    ...storeOptions,
  },
  examples: [
    { line: 'foretrace fleet report', says: 'all that is open, for a person' },
    { line: 'foretrace fleet report --commit 4f868e3 --format html=races.html', says: 'what one commit showed, as a page' },
    { line: 'foretrace fleet report --project shop --since 2026-11-01 --format sarif=races.sarif', says: 'for code scanning' },
  ],
  async run({ options }, session) {
    const targets = reportTargets(options.format, options.output);
    const scope = scopeOf(options);
    const { result, missing, gone } = await withFleet(options, 'report', session, async ({ database }) => {
      const all = await storedFindings(scope, database);
      const wanted = statesOf(options) ?? OPEN;
      const shown = all.filter(({ state }) => wanted.includes(state));
      const left = all.filter(({ state }) => !wanted.includes(state));
      const ignored = left.filter(({ state }) => state === 'ignored').length;
      const missing = unseen(await runCounts(scope, database));
      return {
        missing,
        gone: left.length - ignored,
        result: await resultOf(shown, { ignored, isComplete: missing.length === 0, folds: foldsOf(options) }, database),
      };
    });
    await writeReports(targets, result, { stacks: options.stacks }, session);
    if (gone > 0) session.remark(`foretrace: ${gone} more in other states; foretrace fleet findings lists all`);
    remarkPartial(missing, session);
    const failing = claims.slice(0, options.failOn === 'never' ? 0 : claims.indexOf(options.failOn) + 1);
    if (result.findings.some(({ claim }) => failing.some((one) => one === claim))) return Exit.findings;
    return missing.length > 0 ? Exit.partial : Exit.ok;
  },
});

/** A result from less than everything is never called clean. */
export function remarkPartial(missing: readonly string[], { remark, errorColors }: Session): void {
  for (const words of missing) remark(`foretrace: ${errorColors.yellow('partial')}: ${display(words)}`);
}
