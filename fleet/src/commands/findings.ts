// `foretrace fleet findings`: each finding once.

import { jsonText, quote } from 'foretrace';
import { columns, command, Exit } from 'foretrace/cli';
import { storeOptions, withFleet } from '../fleet.ts';
import { type StoredFinding, storedFindings } from '../store/findings.ts';
import { scopeOf, scopeOptions, stateOption, statesOf } from '../store/scope-options.ts';

export const findingsCommand = command({
  description:
    'Lists what the runs found, each finding once, by its fingerprint: its state, when it was first and last seen, and in how many runs and on how many machines.',
  arguments: [],
  options: {
    ...scopeOptions,
    ...stateOption,
    format: { kind: 'text', short: 'f', value: 'format', choices: ['text', 'json'], default: 'text', help: 'how to print it' },
    ...storeOptions,
  },
  examples: [
    { line: 'foretrace fleet findings', says: 'all of them, the new ones first' },
    { line: 'foretrace fleet findings --state new --state came-back --format json', says: 'what to look at, for a script' },
    { line: 'foretrace fleet findings --project shop --since 2026-11-01', says: 'of one project, and lately' },
  ],
  async run({ options }, session) {
    const scope = { ...scopeOf(options), states: statesOf(options) };
    const findings = await withFleet(options, 'findings', session, ({ database }) => storedFindings(scope, database));
    if (options.format === 'json') session.print(`${jsonText(findings.map(forPrograms), 2)}\n`);
    else if (findings.length === 0) session.remark('foretrace: no findings');
    else session.print(columns(findings.flatMap(lines)));
    return Exit.ok;
  },
});

function forPrograms({ id, ...finding }: StoredFinding): object {
  return { id: `R${id}`, ...finding };
}

function lines(finding: StoredFinding): string[][] {
  const { id, state, type, kind, variable, claim, runs, machines, first, firstCommit, last, lastCommit, places, reason, missed } =
    finding;
  const many = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
  const at = (date: Date, commit: string): string =>
    `${date.toISOString().slice(0, 10)}${commit === '' ? '' : ` ${commit.slice(0, 9)}`}`;
  const why = reason !== null ? `, ${quote(reason)}` : missed > 0 ? `, not seen in ${many(missed, 'run')} since` : '';
  return [
    [`R${id}`, state, `${type} ${kind}, ${claim}: ${variable}`],
    ['', '', `  ${places.join(' ↔ ')}`],
    [
      '',
      '',
      `  ${many(runs, 'run')}, ${many(machines.length, 'machine')}, ${at(first, firstCommit)} to ${at(last, lastCommit)}${why}`,
    ],
  ];
}
